import { classNames } from './class-names.ts'

type CountBadgeProps = {
  /** As shown, for instance 99+. */
  text: string
  /** The same as a sentence for screen readers; without it the badge is decoration of something that says it. */
  said?: string
  className?: string
}

/** How much waits somewhere. */
export function CountBadge({ text, said, className }: CountBadgeProps) {
  return (
    <span
      className={classNames(
        'min-w-5 shrink-0 rounded-full bg-ink px-1.5 text-center text-[0.6875rem] leading-5 font-bold text-on-ink',
        className,
      )}
    >
      <span aria-hidden="true">{text}</span>
      {said && <span className="sr-only">{said}</span>}
    </span>
  )
}
