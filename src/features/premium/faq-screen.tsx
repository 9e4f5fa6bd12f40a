import { Link } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import { FAQ_COPY } from './support-copy.ts'
import { PremiumHeading } from './premium-heading.tsx'

/** /premium/faq: what people ask before and after they pay. */
export function FaqScreen() {
  return (
    <div className="max-w-2xl">
      <PremiumHeading title={FAQ_COPY.title} />
      <div className="overflow-hidden rounded-xl border border-line bg-surface">
        {FAQ_COPY.questions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-line last:border-0">
            <summary className="flex min-h-12 list-none items-center gap-3 px-4 py-3 font-bold hover:bg-hover [&::-webkit-details-marker]:hidden">
              <h2 className="min-w-0 flex-1 text-base">{question}</h2>
              <Icon
                name="chevronDown"
                size={20}
                className="text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="px-4 pb-4 text-sm [word-break:auto-phrase]">{answer}</p>
          </details>
        ))}
      </div>
      <p className="mt-6 text-sm">
        {FAQ_COPY.more}{' '}
        <Link to="/premium/support" className="underline">
          {FAQ_COPY.support}
        </Link>
      </p>
    </div>
  )
}
