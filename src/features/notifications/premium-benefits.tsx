import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'

/** For free people who open the dropdown often. */
export function PremiumBenefits({ onFollow }: { onFollow: () => void }) {
  return (
    <section aria-label={COPY.benefitsTitle} className="m-3 rounded-lg bg-sunken p-4 text-sm">
      <p className="flex items-center gap-2 font-bold">
        <Icon name="crown" size={18} className="text-crown" />
        {COPY.benefitsTitle}
      </p>
      <ul className="mt-2 grid gap-1">
        {COPY.benefits.map((benefit) => (
          <li key={benefit} className="flex gap-2">
            <Icon name="check" size={16} className="mt-1" />
            {benefit}
          </li>
        ))}
      </ul>
      <Link
        to="/premium/upgrade"
        onClick={onFollow}
        className={buttonClass({ variant: 'primary', size: 'sm', wide: true }) + ' mt-3'}
      >
        {COPY.benefitsMore}
      </Link>
    </section>
  )
}
