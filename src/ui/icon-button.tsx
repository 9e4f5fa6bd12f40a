import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'
import { CountBadge } from './count-badge.tsx'
import { Icon, type IconName } from './icon.tsx'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconName
  /** What it does, read by screen readers and shown as a tooltip. */
  label: string
  filled?: boolean
  /** Shown in the corner, for instance a count; already part of `label` for screen readers. */
  badge?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A round 44 px button with an icon only. */
export function IconButton({ icon, label, filled = false, badge, className, ref, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      ref={ref}
      // A label beside visible text would hide that text from who speaks to the device: then it is the content.
      aria-label={badge ? undefined : label}
      className={classNames(
        'relative inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-150 hover:bg-hover disabled:cursor-not-allowed disabled:opacity-45',
        className,
      )}
    >
      <Icon name={icon} filled={filled} />
      {badge && (
        <>
          <span className="sr-only">{label}</span>
          <CountBadge text={badge} className="absolute top-0.5 right-0 px-1" />
        </>
      )}
    </button>
  )
}
