/*
 * Addresses whose documents are served with a Content-Security-Policy of their own, because scripts of others run there and nowhere else (docs/decisions). Server, worker,
 * page and the configurations of static hosts go by these.
 */
export const PHONE_PATHS = ['/profile/verification']
export const PAYMENT_PATHS = ['/premium/upgrade', '/youtuber/promotions/new', '/youtuber/promotions/active']

/** Of each of these policies, and of no other: who may run scripts there. */
export const PHONE_SCRIPTS = 'https://www.google.com/recaptcha/'
export const PAYMENT_SCRIPTS = 'https://js.stripe.com'

/**
 * The document in which the human check runs, framed by the app's own; hosts that take `.html` off an address
 * lead from the second to the first. Not the shell, and never kept by the worker.
 */
export const HUMAN_CHECK_PATHS = ['/human-check', '/human-check.html']
/** Cloudflare Turnstile. Hazard: must be loaded from there, each time; a copy stops working. */
export const HUMAN_CHECK_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

const oneOf = (paths: string[]): RegExp => new RegExp(`^(${paths.join('|')})/?$`, 'i')

/** Phone verification: Google's human check. */
export const PHONE_DOCUMENT = oneOf(PHONE_PATHS)
/** Where a card is asked for: Stripe.js. */
export const PAYMENT_DOCUMENT = oneOf(PAYMENT_PATHS)
export const HUMAN_CHECK_DOCUMENT = oneOf(HUMAN_CHECK_PATHS)
