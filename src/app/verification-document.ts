import type { RouterContext } from './router-context.ts'

/** Served with a Content-Security-Policy that lets the human check in; it is allowed nowhere else (docs/decisions). */
const PATH = '/profile/verification'

type Entering = { context: RouterContext; cause: 'preload' | 'enter' | 'stay' }

/**
 * For `beforeLoad`. A policy is that of the document that was loaded, not of the address shown: with a connection the screen's own document is
 * loaded, and this never resolves.
 */
export async function enterVerificationDocument({ context, cause }: Entering): Promise<void> {
  if (cause === 'preload' || isVerificationDocument() || !context.app.connectivity.online.read()) return
  loadVerificationDocument()
  await new Promise<never>(() => {})
}

/** Never loops: the document that this loads is the one that is asked for. */
export const loadVerificationDocument = (): void => location.assign(PATH)

/** Was the present document loaded at the screen's address? Where the browser does not tell, it is taken to be so. */
function isVerificationDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded === undefined || new URL(loaded.name).pathname.replace(/\/$/, '') === PATH
}
