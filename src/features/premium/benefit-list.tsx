import { Icon } from '#ui/icon.tsx'
import { BENEFITS } from './benefits.ts'

/** What premium gives, in short. */
export function BenefitList() {
  return (
    <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {BENEFITS.map(({ icon, name, premium, body }) => (
        <li key={name} className="flex gap-3">
          <Icon name={icon} size={22} className="mt-0.5 text-muted" />
          <div className="min-w-0">
            <p className="font-bold">
              {name}
              <span className="ms-2 text-sm font-normal">{premium}</span>
            </p>
            <p className="text-sm text-muted">{body}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
