import { redirect } from '@tanstack/react-router'
import { isCreator } from './creator.ts'
import type { RouterContext } from './router-context.ts'

type Entering = { context: RouterContext; location: { href: string } }

/** For `beforeLoad` of what only a signed-in person sees: others log in first and come back. */
export async function requireSignedIn({ context, location }: Entering): Promise<void> {
  const session = await context.app.session.settled()
  if (session.status === 'signedOut') redirect({ to: '/login', search: { from: location.href }, throw: true })
}

/** For `beforeLoad` of what only a creator sees: a visitor logs in first, anybody else may register (spec §6). */
export async function requireCreator(entering: Entering): Promise<void> {
  await requireSignedIn(entering)
  const { app } = entering.context
  const session = await app.session.settled()
  if (session.status === 'signedIn' && (await isCreator(app, session.userId))) return
  redirect({ href: '/youtuber/register', replace: true, throw: true })
}
