import { PAYMENT_DOCUMENT } from '#domain/own-documents.ts'
import type { RouterContext } from './router-context.ts'

type Entering = {
  context: RouterContext
  cause: 'preload' | 'enter' | 'stay'
  location: { href: string }
}

/**
 * For `beforeLoad` of what takes a card. Where Stripe.js is needed, which no other document may load, and there is a connection, the screen's own document is
 * loaded, and this never resolves. The stand-in needs no script of others.
 */
export async function enterPaymentDocument(
  { context: { app }, cause, location: to }: Entering,
  load: (href: string) => void = (href) => location.assign(href),
): Promise<void> {
  if (cause === 'preload' || isPaymentDocument() || !app.connectivity.online.read()) return
  const known = await app.environment().catch(() => null)
  if (!known?.stripe || known.stripe.standInUrl !== undefined) return
  load(to.href)
  await new Promise<never>(() => {})
}

/** Was the present document loaded where a card is asked for? Where the browser does not tell, it is taken to be so. Never loops: what is loaded is one. */
function isPaymentDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded === undefined || PAYMENT_DOCUMENT.test(new URL(loaded.name).pathname)
}
