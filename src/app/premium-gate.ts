import { redirect } from '@tanstack/react-router'
import { premiumDoor } from '#domain/premium.ts'
import { requireSignedIn } from './guard.ts'
import { refreshedPremium } from './read-premium.ts'
import type { RouterContext } from './router-context.ts'

type Entering = { context: RouterContext; location: { href: string } }

/** For `beforeLoad` of what only premium sees (spec §4): visitors log in first; who never had premium is shown the plans, whose premium has ended that it has. */
export async function requirePremium(entering: Entering): Promise<void> {
  await requireSignedIn(entering)
  const door = premiumDoor(await refreshedPremium(entering.context.app))
  if (door === 'upgrade') redirect({ to: '/premium/upgrade', throw: true })
  if (door === 'expired') redirect({ to: '/premium/expired', throw: true })
}

/** For `beforeLoad` of /premium: those who have it to what they have, all others to the plans. */
export async function toOwnPremium(entering: Entering): Promise<void> {
  await requireSignedIn(entering)
  const door = premiumDoor(await refreshedPremium(entering.context.app))
  const to = door === 'open' ? '/premium/dashboard' : '/premium/upgrade'
  redirect({ to, replace: true, throw: true })
}
