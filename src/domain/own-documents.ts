/*
 * Addresses whose documents are served with a Content-Security-Policy of their own, because scripts of others run there and nowhere else (docs/decisions). Server, worker,
 * page and the configurations of static hosts go by these.
 */
export const PHONE_PATHS = ['/profile/verification']
export const PAYMENT_PATHS = ['/premium/upgrade', '/youtuber/promotions/new', '/youtuber/promotions/active']

/** Of each of these policies, and of no other: who may run scripts there. */
export const PHONE_SCRIPTS = 'https://www.google.com/recaptcha/'
export const PAYMENT_SCRIPTS = 'https://js.stripe.com'

const oneOf = (paths: string[]): RegExp => new RegExp(`^(${paths.join('|')})/?$`, 'i')

/** Phone verification: Google's human check. */
export const PHONE_DOCUMENT = oneOf(PHONE_PATHS)
/** Where a card is asked for: Stripe.js. */
export const PAYMENT_DOCUMENT = oneOf(PAYMENT_PATHS)
