import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { BENEFITS } from './benefits.ts'
import { FEATURES_COPY } from './support-copy.ts'
import { PremiumHeading } from './premium-heading.tsx'

const CELL = 'px-3 py-3 text-start align-top [word-break:auto-phrase] sm:px-4'

/**
 * /premium/features: free and premium side by side; one below the other where a line would hold a few characters.
 * Roles are said, for a table shown otherwise loses its own.
 */
export function FeaturesScreen({ isPremium }: { isPremium: boolean }) {
  return (
    <div className="@container max-w-3xl">
      <PremiumHeading title={FEATURES_COPY.title}>{FEATURES_COPY.lead}</PremiumHeading>
      <table
        role="table"
        className="w-full overflow-hidden rounded-xl border border-line bg-surface text-sm @max-3xs:block"
      >
        <caption className="sr-only">{FEATURES_COPY.caption}</caption>
        <thead role="rowgroup" className="@max-3xs:hidden">
          <tr role="row" className="border-b border-line text-start">
            <th role="columnheader" scope="col" className={CELL}>
              {FEATURES_COPY.feature}
            </th>
            <th role="columnheader" scope="col" className={`w-[30%] ${CELL}`}>
              {FEATURES_COPY.free}
            </th>
            <th role="columnheader" scope="col" className={`w-[34%] bg-sunken ${CELL}`}>
              <span className="inline-flex items-center gap-1.5">
                <Icon name="crown" size={16} filled className="text-crown" />
                {FEATURES_COPY.premium}
              </span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-3xs:block">
          {BENEFITS.map(({ name, free, premium }) => (
            <tr key={name} role="row" className="border-b border-line last:border-0 @max-3xs:grid">
              <th role="rowheader" scope="row" className={CELL}>
                {name}
              </th>
              <td role="cell" className={`text-muted ${CELL}`}>
                <Label>{FEATURES_COPY.free}</Label>
                {free}
              </td>
              <td role="cell" className={`bg-sunken font-bold ${CELL}`}>
                <Label>{FEATURES_COPY.premium}</Label>
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

/** Of the column, where its heading is not there. */
const Label = ({ children }: { children: string }) => (
  <span className="hidden text-xs font-normal text-muted @max-3xs:block">{children}</span>
)
