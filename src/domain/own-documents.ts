/*
 * Addresses whose documents are served with a Content-Security-Policy of their own, because scripts of others run there and nowhere else (docs/decisions). Server, worker
 * and page go by these.
 */
/** Phone verification: Google's human check. */
export const PHONE_DOCUMENT = /^\/profile\/verification\/?$/i
/** Where a card is asked for: Stripe.js. */
export const PAYMENT_DOCUMENT = /^\/(premium\/upgrade|youtuber\/promotions\/(new|active))\/?$/i
