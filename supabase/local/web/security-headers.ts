import { PAYMENT_DOCUMENT, PHONE_DOCUMENT } from '../../../src/domain/own-documents.ts'

/** Beside our own files: what the human check and the SDK that sends codes load and ask (docs/decisions). */
const PHONE_VERIFICATION = {
  'script-src': ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
  'frame-src': ' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  'img-src': ' https://www.gstatic.com/recaptcha/',
  'connect-src':
    ' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://www.google.com/recaptcha/',
}

/** What Stripe.js loads, shows in frames of its own and asks, as Stripe documents it. */
const PAYMENT = {
  'script-src': ' https://js.stripe.com https://*.js.stripe.com',
  'frame-src': ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  'img-src': ' https://*.stripe.com',
  'connect-src': ' https://api.stripe.com',
}

/** Only the documents of phone verification and of payments may load what others made. */
function addedTo(pathname: string): Partial<Record<string, string>> {
  if (PHONE_DOCUMENT.test(pathname)) return PHONE_VERIFICATION
  return PAYMENT_DOCUMENT.test(pathname) ? PAYMENT : {}
}

/** Sent with every file of the app. Scripts and styles are files of our own: no inline, no eval. */
export function securityHeaders(apiUrl: string, pathname = '/'): Record<string, string> {
  const api = new URL(apiUrl)
  const added = addedTo(pathname)
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // Avatars come from the API.
    'img-src': `'self' ${api.origin} https://i.ytimg.com data:`,
    'font-src': "'self'",
    'media-src': "'self'",
    'connect-src': `'self' ${api.origin} ${api.origin.replace(/^http/, 'ws')} https://i.ytimg.com`,
    'frame-src': 'https://www.youtube-nocookie.com',
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}${added[directive] ?? ''}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    // The player asks for the page's origin.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
}
