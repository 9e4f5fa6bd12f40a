import type { OpenPaymentProvider, StripeAccount } from './payment-provider.ts'

/** The provider of this server, whose code is loaded only when a form asks for it. `account` answers null where nothing can be paid. */
export const openProvider =
  (account: () => Promise<StripeAccount | null>): OpenPaymentProvider =>
  async () => {
    const stripe = await account()
    if (stripe === null) throw new Error('this server takes no payments')
    const { publishableKey, standInUrl } = stripe
    return standInUrl === undefined
      ? (await import('./stripe-provider.ts')).openStripe(publishableKey)
      : (await import('./stand-in-provider.tsx')).openStandIn({ publishableKey, standInUrl })
  }
