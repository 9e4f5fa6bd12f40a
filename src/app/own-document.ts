import { PAYMENT_DOCUMENT, PHONE_DOCUMENT } from '#domain/own-documents.ts'
import { isLoading, loadAutomatically } from '#platform/automatic-load.ts'
import { documentAddress } from '#platform/document-address.ts'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'
import type { RouterContext } from './router-context.ts'

/** A navigation that takes longer was given up; the screen is then shown in the present document. */
const LOAD_LIMIT_MS = 15_000

type Entering = {
  context: RouterContext
  cause: 'preload' | 'enter' | 'stay'
  location: { href: string }
}
type Way = { loadedAt?: URL; load?: (href: string) => void }

const lacking = createValue(false)
/** Is a screen shown in a document whose policy it needs another of, because its own could not be loaded by itself? */
export const lacksOwnDocument: Pick<ObservableValue<boolean>, 'read' | 'listen'> = lacking

/**
 * For `beforeLoad` of phone verification, whose human check no other document may run (docs/decisions). A policy is that of the document that
 * was loaded, not of the address shown: with a connection the screen's own document is loaded.
 */
export const enterVerificationDocument = (entering: Entering, way?: Way): Promise<void> =>
  enterDocument(PHONE_DOCUMENT, entering, () => true, way)

/** For `beforeLoad` of what takes a card: Stripe.js may run in no other document. Local providers go the same way. */
export const enterPaymentDocument = (entering: Entering, way?: Way): Promise<void> =>
  enterDocument(
    PAYMENT_DOCUMENT,
    entering,
    async ({ app }) => Boolean((await app.environment().catch(() => null))?.stripe),
    way,
  )

/** Loads the document of the present address; the one guard of automatic loads holds here too. */
export function loadOwnDocument(
  href = location.href,
  load = (to: string): void => location.assign(to),
): boolean {
  const hasBegun = loadAutomatically(() => load(href))
  if (!hasBegun) lacking.set(true)
  return hasBegun
}

async function enterDocument(
  paths: RegExp,
  { context, cause, location: to }: Entering,
  isNeeded: (context: RouterContext) => boolean | Promise<boolean>,
  { loadedAt = documentAddress, load }: Way = {},
): Promise<void> {
  lacking.set(false)
  if (cause === 'preload' || paths.test(loadedAt.pathname)) return
  if (!context.app.connectivity.online.read() || !(await isNeeded(context))) return
  // Pressed twice: the document is on its way
  if (!isLoading() && !loadOwnDocument(to.href, load)) return
  await new Promise((resolve) => setTimeout(resolve, LOAD_LIMIT_MS))
  lacking.set(true)
}
