import { ENDING_FROZEN_PAGES, FROZEN_PAGES } from '../../src/domain/frozen-pages.ts'
import { HUMAN_CHECK_PATHS, PAYMENT_PATHS, PHONE_PATHS } from '../../src/domain/own-documents.ts'
import type { InlineBlocks } from '../../supabase/local/web/inline-blocks.ts'
import { documentKindOf, securityHeaders, type Site } from '../../supabase/local/web/security-headers.ts'

export const POLICY = 'content-security-policy'
export const CACHE = 'cache-control'

/** What any static host has to send: `common` with everything, one of the policies with each document, and how long a file may be kept. */
export type HostHeaders = {
  common: [name: string, value: string][]
  policy: string
  /** Documents with a policy of their own; addresses without a slash at their end, which is served alike. */
  others: { paths: string[]; policy: string }[]
  keptForEver: { folder: string; value: string }
  /** Sent with one file more. */
  endingFrozenPages: { path: string; name: string; value: string }
  asked: string
}

/** The headers of the embedded stack's web server for a build that knows its server and is served by https. */
export function hostHeaders(site: Omit<Site, 'secure'>, inline: InlineBlocks): HostHeaders {
  const secure = { ...site, secure: true }
  const { [POLICY]: policy = '', ...common } = securityHeaders(secure, 'app', inline)
  const others = [PHONE_PATHS, PAYMENT_PATHS, HUMAN_CHECK_PATHS].flatMap((paths) => {
    const kind = documentKindOf(paths[0] ?? '/', secure)
    return kind === 'app' ? [] : [{ paths, policy: securityHeaders(secure, kind, inline)[POLICY] ?? '' }]
  })
  return {
    common: Object.entries(common),
    policy,
    others,
    keptForEver: { folder: '/assets/', value: 'public, max-age=31536000, immutable' },
    endingFrozenPages: { path: FROZEN_PAGES, ...ENDING_FROZEN_PAGES },
    asked: 'no-cache',
  }
}

/** Said of a name in configurations, which readers know in this form. */
export const titled = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase())
