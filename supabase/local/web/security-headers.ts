import {
  HUMAN_CHECK_DOCUMENT,
  HUMAN_CHECK_SCRIPT,
  PAYMENT_DOCUMENT,
  PHONE_DOCUMENT,
} from '../../../src/domain/own-documents.ts'
import type { InlineBlocks } from './inline-blocks.ts'

/** Where the app is served and what it works with. */
export type Site = {
  apiUrl: string
  /** Where thumbnails come from; the platform's own by default. */
  thumbnailBase?: string
  /** With an account at Stripe, not its stand-in. */
  paysAtStripe?: boolean
  /** With a project at Firebase, not its stand-in. */
  verifiesAtGoogle?: boolean
  /** The script of the human check, where there is one: Cloudflare's, or the local provider's. */
  humanCheckScript?: string
  /** By https, and for good. */
  secure?: boolean
}

/** Every document is of the app's kind but those that run scripts of others. */
export type DocumentKind = 'app' | 'phone' | 'payment' | 'humanCheck'

type Sources = Partial<Record<string, string[]>>

/** Beside our own files: what the human check and the SDK that sends codes load and ask (docs/decisions). */
const PHONE_VERIFICATION: Sources = {
  'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  'img-src': ['https://www.gstatic.com/recaptcha/'],
  'connect-src': [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://www.google.com/recaptcha/',
  ],
}

/** What Stripe.js loads, shows in frames of its own and asks, as Stripe documents it. */
const PAYMENT: Sources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'img-src': ['https://*.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
}

/** Scripts of others have Trusted Types policies of their own, or none, and would not run under ours. */
const OWN_SCRIPTS_ONLY: Sources = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['mirutomo'] }
const ADDED: Record<Exclude<DocumentKind, 'humanCheck'>, Sources> = {
  app: OWN_SCRIPTS_ONLY,
  phone: PHONE_VERIFICATION,
  payment: PAYMENT,
}

/** Only these documents may load what others made, and those only where there are others. */
export function documentKindOf(pathname: string, site: Site): DocumentKind {
  if (site.humanCheckScript !== undefined && HUMAN_CHECK_DOCUMENT.test(pathname)) return 'humanCheck'
  if (site.verifiesAtGoogle && PHONE_DOCUMENT.test(pathname)) return 'phone'
  return site.paysAtStripe && PAYMENT_DOCUMENT.test(pathname) ? 'payment' : 'app'
}

const NOTHING_INLINE: InlineBlocks = { scripts: [], styles: [] }
const TWO_YEARS_S = 63_072_000

/** Sent with every file of the app. Scripts and styles are files of our own and the `inline` blocks of the document: nothing else inline, no eval. */
export function securityHeaders(
  site: Site,
  kind: DocumentKind = 'app',
  inline = NOTHING_INLINE,
): Record<string, string> {
  const policy = Object.entries(policyOf(site, kind, inline))
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // The player asks for the page's origin.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(site.secure && { 'strict-transport-security': `max-age=${TWO_YEARS_S}; includeSubDomains` }),
  }
}

function policyOf(site: Site, kind: DocumentKind, inline: InlineBlocks): Record<string, string[]> {
  if (kind === 'humanCheck') return humanCheckPolicy(site.humanCheckScript)
  const api = new URL(site.apiUrl)
  const { thumbnailBase = 'https://i.ytimg.com/vi' } = site
  const thumbnails = thumbnailBase.startsWith('/') ? [] : [new URL(thumbnailBase).origin]
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts],
    'style-src': ["'self'", ...inline.styles],
    // Avatars come from the API; the code that sets up a second factor is a data address.
    'img-src': ["'self'", api.origin, ...thumbnails, 'data:'],
    'font-src': ["'self'"],
    'media-src': ["'self'"],
    // The worker fetches thumbnails.
    'connect-src': ["'self'", api.origin, api.origin.replace(/^http/, 'ws'), ...thumbnails],
    // The human check's document: everything else of ours refuses to be framed
    'frame-src': ["'self'", 'https://www.youtube-nocookie.com'],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(site.secure && { 'upgrade-insecure-requests': [] }),
  }
  for (const [directive, sources = []] of Object.entries(ADDED[kind]))
    policy[directive] = [...(policy[directive] ?? []), ...sources]
  return policy
}

/**
 * What Cloudflare documents for Turnstile, and nothing of the app: its code does not run in this document.
 */
function humanCheckPolicy(script = HUMAN_CHECK_SCRIPT): Record<string, string[]> {
  const { origin } = new URL(script)
  return {
    'default-src': ["'none'"],
    'script-src': [origin],
    'frame-src': [origin],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    // Takes precedence over x-frame-options (CSP 3, 6.4.2.2)
    'frame-ancestors': ["'self'"],
  }
}
