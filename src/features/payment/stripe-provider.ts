import { loadStripe } from '@stripe/stripe-js/pure'
import type { Appearance, StripeElements, StripeError } from '@stripe/stripe-js'
import { outcomeOf, type PaymentOutcome, type PaymentProvider } from './payment-provider.ts'

/** Stripe's own fields in Stripe's own frames: what is typed never comes near us. */
export async function openStripe(publishableKey: string): Promise<PaymentProvider> {
  const stripe = await loadStripe(publishableKey, { locale: 'ja' })
  if (!stripe) throw new Error('Stripe.js did not load')
  let elements: StripeElements | undefined
  const root = document.documentElement
  const theme = new MutationObserver(() => void elements?.update({ appearance: appearance() }))
  theme.observe(root, { attributeFilter: ['data-theme'] })

  return {
    mount(element, clientSecret) {
      elements = stripe.elements({ clientSecret, appearance: appearance(), loader: 'always' })
      const payment = elements.create('payment', { layout: 'tabs' })
      return new Promise((resolve, reject) => {
        payment.on('ready', () => resolve())
        payment.on('loaderror', ({ error }) => reject(new Error(error.message ?? error.type)))
        payment.mount(element)
      })
    },
    async confirm() {
      if (!elements) return { state: 'incomplete' }
      const confirmParams = { return_url: location.href }
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams,
        redirect: 'if_required',
      })
      return error ? refusalOf(error) : outcomeOf(paymentIntent.status)
    },
    close() {
      theme.disconnect()
      elements?.getElement('payment')?.destroy()
    },
  }
}

/** A payment that had gone through before, of which this page did not know, is no refusal. */
function refusalOf(error: StripeError): PaymentOutcome {
  const status = error.payment_intent?.status
  if (status === 'succeeded' || status === 'processing') return { state: status }
  if (error.type === 'api_connection_error') return { state: 'unreachable' }
  if (error.type === 'validation_error') return { state: 'incomplete' }
  return { state: 'failed', message: error.message ?? null }
}

/** The look of the page around it; Stripe's frames cannot read our tokens. */
function appearance(): Appearance {
  const dark = document.documentElement.dataset['theme'] === 'dark'
  return {
    theme: dark ? 'night' : 'stripe',
    variables: {
      colorPrimary: paintedColor('--ink'),
      colorBackground: paintedColor('--surface'),
      colorText: paintedColor('--ink'),
      colorTextSecondary: paintedColor('--muted'),
      colorDanger: paintedColor('--danger'),
      borderRadius: '10px',
      fontSizeBase: '16px',
    },
  }
}

/** A token as `rgb()`, which Stripe understands; ours are oklch. */
function paintedColor(token: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return ''
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token).trim()
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
