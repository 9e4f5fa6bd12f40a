import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { BenefitList } from './benefit-list.tsx'
import { COPY, EXPIRED_COPY } from './copy.ts'
import { longDate } from './premium-date.ts'
import { Phrases } from '#ui/phrases.tsx'

type ExpiredScreenProps = {
  /** ISO 8601; null when it is not known. */
  expiresAt: string | null
  /** A path of this app; the plans unless another is given. */
  renewAt?: string | undefined
}

/** /premium/expired: that it has ended, when, and how it goes on (spec §2). */
export function ExpiredScreen({ expiresAt, renewAt = '/premium/upgrade' }: ExpiredScreenProps) {
  usePageTitle(EXPIRED_COPY.title)
  return (
    <div className="mx-auto max-w-2xl">
      <header className="mb-8 flex flex-col items-center text-center">
        <Icon name="crown" size={44} className="mb-4 text-muted" />
        <h1 className="text-2xl">
          <Phrases>{EXPIRED_COPY.title}</Phrases>
        </h1>
        {expiresAt && (
          <p className="mt-2">
            <time dateTime={expiresAt}>{EXPIRED_COPY.ended(longDate(expiresAt))}</time>
          </p>
        )}
        <p className="mt-2 max-w-lg text-sm text-muted [word-break:auto-phrase]">{EXPIRED_COPY.lead}</p>
      </header>
      <div className="mb-8 flex flex-wrap justify-center gap-3">
        <Link to={renewAt} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {EXPIRED_COPY.renew}
        </Link>
        <Link to="/" className={buttonClass({ size: 'lg' })}>
          {COPY.home}
        </Link>
      </div>
      <section aria-label={COPY.benefits} className="rounded-xl border border-line bg-surface p-5">
        <BenefitList />
      </section>
      <p className="mt-4 text-center text-sm">
        <Link to="/support" className="underline">
          {COPY.support}
        </Link>
      </p>
    </div>
  )
}
