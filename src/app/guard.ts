import { redirect } from '@tanstack/react-router'
import type { RouterContext } from './router-context.ts'

type Entering = { context: RouterContext; location: { href: string } }

/** For `beforeLoad` of what only a signed-in person sees: others log in first and come back. */
export async function requireSignedIn({ context, location }: Entering): Promise<void> {
  const session = await context.app.session.settled()
  if (session.status === 'signedOut') redirect({ to: '/login', search: { from: location.href }, throw: true })
}
