import { useCallback, useMemo } from 'react'
import { useApp, useOnline } from '#app/app-context.ts'
import {
  askOwnPremium,
  loadOwnPremium,
  loadPlans,
  type KnownPremium,
  type OwnPremium,
} from '#app/premium-plans.ts'
import type { SubscriptionPlan } from '#domain/premium.ts'
import { useLoaded, type Loaded } from '#ui/use-loaded.ts'

/** How the person's premium stands, read again when the connection comes back. */
export function usePremium(): Loaded<KnownPremium> {
  const app = useApp()
  return useLoaded(
    useMemo(() => askOwnPremium(app), [app]),
    useOnline(),
  )
}

/** The same with what is sold; never what was kept: nobody buys at the price of yesterday. */
export function useOffer(): Loaded<OwnPremium & { plans: SubscriptionPlan[] }> {
  const app = useApp()
  const load = useCallback(async () => {
    const [plans, premium] = await Promise.all([loadPlans(app), loadOwnPremium(app)])
    return { plans, ...premium }
  }, [app])
  return useLoaded(load, useOnline())
}
