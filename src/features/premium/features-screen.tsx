import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { BENEFITS } from './benefits.ts'
import { FEATURES_COPY } from './support-copy.ts'
import { PremiumHeading } from './premium-heading.tsx'

/** /premium/features: free and premium side by side. */
export function FeaturesScreen({ isPremium }: { isPremium: boolean }) {
  return (
    <div className="max-w-3xl">
      <PremiumHeading title={FEATURES_COPY.title}>{FEATURES_COPY.lead}</PremiumHeading>
      <table className="w-full overflow-hidden rounded-xl border border-line bg-surface text-sm">
        <caption className="sr-only">{FEATURES_COPY.caption}</caption>
        <thead>
          <tr className="border-b border-line text-start">
            <th scope="col" className="px-3 py-3 text-start sm:px-4">
              {FEATURES_COPY.feature}
            </th>
            <th scope="col" className="w-[30%] px-3 py-3 text-start sm:px-4">
              {FEATURES_COPY.free}
            </th>
            <th scope="col" className="w-[34%] bg-sunken px-3 py-3 text-start sm:px-4">
              <span className="inline-flex items-center gap-1.5">
                <Icon name="crown" size={16} filled className="text-crown" />
                {FEATURES_COPY.premium}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {BENEFITS.map(({ name, free, premium }) => (
            <tr key={name} className="border-b border-line last:border-0">
              <th scope="row" className="px-3 py-3 text-start align-top [word-break:auto-phrase] sm:px-4">
                {name}
              </th>
              <td className="px-3 py-3 align-top text-muted [word-break:auto-phrase] sm:px-4">{free}</td>
              <td className="bg-sunken px-3 py-3 align-top font-bold [word-break:auto-phrase] sm:px-4">
                {premium}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-sm text-muted [word-break:auto-phrase]">{FEATURES_COPY.common}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {isPremium ? (
          <Link to="/premium/dashboard" search={{}} className={buttonClass({ variant: 'primary' })}>
            {FEATURES_COPY.toDashboard}
          </Link>
        ) : (
          <Link to="/premium/upgrade" className={buttonClass({ variant: 'primary' })}>
            {FEATURES_COPY.toPlans}
          </Link>
        )}
        <Link to="/premium/faq" className={buttonClass()}>
          {FEATURES_COPY.toQuestions}
        </Link>
      </p>
    </div>
  )
}
