import { localSecret } from '../gateway/local-secrets.ts'
import { StackRefusal } from '../refusal.ts'

/** What the app gets in environment.json; with `standInUrl` it pays there, with its own card form, instead of loading Stripe.js. */
export type StripeWeb = { publishableKey: string; standInUrl?: string }
export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string }
export type StripeSelection = {
  web: StripeWeb
  functions: Record<string, string>
  /** Of the stand-in; null when the environment names an account of Stripe's. */
  standIn: (StripeKeys & { url: string }) | null
}

const NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Those of the stand-in, of the stack that has this secret key. */
export const localStripeKeys = (secretKey: string): StripeKeys => ({
  secretKey: `sk_test_${localSecret(secretKey, 'stripe secret key')}`,
  publishableKey: `pk_test_${localSecret(secretKey, 'stripe publishable key')}`,
  webhookSecret: `whsec_${localSecret(secretKey, 'stripe webhook secret')}`,
})

/** The Stripe account that the environment names, or the stand-in of this stack when it names none. */
export function selectStripe(
  environment: Readonly<Record<string, string | undefined>>,
  apiUrl: string,
  stackKey: string,
): StripeSelection {
  const [secretKey, publishableKey, webhookSecret] = NAMES.map((name) => environment[name])
  if (secretKey && publishableKey && webhookSecret) {
    return {
      web: { publishableKey },
      functions: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret },
      standIn: null,
    }
  }
  if (secretKey || publishableKey || webhookSecret) {
    throw new StackRefusal(
      `Stripe needs ${NAMES.join(', ')}, all or none of them. / Stripe を使うにはこの3つの環境変数がすべて必要です。`,
    )
  }
  const url = `${apiUrl}/stripe`
  const local = localStripeKeys(stackKey)
  return {
    web: { publishableKey: local.publishableKey, standInUrl: url },
    functions: {
      STRIPE_SECRET_KEY: local.secretKey,
      STRIPE_WEBHOOK_SECRET: local.webhookSecret,
      // The official library knows a host and no path, so the gateway answers /v1 as it answers /stripe/v1.
      STRIPE_API_URL: apiUrl,
    },
    standIn: { ...local, url },
  }
}
