import { Link } from '@tanstack/react-router'
import { PREMIUM_SUPPORT_EMAIL } from '#domain/support.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SUPPORT_COPY } from './support-copy.ts'
import { PremiumHeading } from './premium-heading.tsx'

/** /premium/support: where one looks, and whom one asks. */
export function SupportScreen() {
  return (
    <div className="max-w-2xl">
      <PremiumHeading title={SUPPORT_COPY.title}>{SUPPORT_COPY.lead}</PremiumHeading>
      <div className="grid gap-10">
        <section aria-labelledby="topics-heading">
          <h2 id="topics-heading" className="mb-4 text-lg">
            {SUPPORT_COPY.topics}
          </h2>
          <ul className="overflow-hidden rounded-xl border border-line bg-surface">
            {SUPPORT_COPY.rooms.map(({ to, label, hint }) => (
              <li key={to} className="border-b border-line last:border-0">
                <Link
                  to={to}
                  className="flex items-center gap-4 px-4 py-3.5 text-ink no-underline hover:bg-hover"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-bold">{label}</span>
                    <span className="block text-sm text-muted [word-break:auto-phrase]">{hint}</span>
                  </span>
                  <Icon name="chevronRight" size={20} className="text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="mail-heading">
          <h2 id="mail-heading" className="mb-2 text-lg">
            {SUPPORT_COPY.mail}
          </h2>
          <p className="mb-4 text-sm text-muted [word-break:auto-phrase]">{SUPPORT_COPY.mailBody}</p>
          <a
            href={`mailto:${PREMIUM_SUPPORT_EMAIL}?subject=${encodeURIComponent(SUPPORT_COPY.subject)}`}
            className={buttonClass({ variant: 'primary' })}
          >
            <Icon name="mail" size={20} />
            {SUPPORT_COPY.write}
          </a>
          <p className="mt-3 text-sm wrap-anywhere">{PREMIUM_SUPPORT_EMAIL}</p>
        </section>
      </div>
    </div>
  )
}
