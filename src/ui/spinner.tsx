import { classNames } from './class-names.ts'

const SIZES = { sm: 'size-4', md: 'size-8', lg: 'size-12' }
const COLORS = {
  blue: 'text-[oklch(0.55_0.17_255)]',
  indigo: 'text-[oklch(0.52_0.18_275)]',
  purple: 'text-[oklch(0.55_0.19_305)]',
  red: 'text-[oklch(0.56_0.2_25)]',
  green: 'text-[oklch(0.55_0.13_150)]',
  gray: 'text-muted',
  current: 'text-current',
}

type SpinnerProps = {
  size?: keyof typeof SIZES
  color?: keyof typeof COLORS
  /** Shown under the spinner; screen readers hear it instead of 読み込み中.... */
  message?: string
}

/** Says that something is loading. Announced politely. */
export function Spinner({ size = 'md', color = 'gray', message }: SpinnerProps) {
  return (
    <span role="status" className="inline-flex flex-col items-center gap-3 text-sm text-muted">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        strokeWidth={size === 'sm' ? 3 : 2.2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={classNames('animate-spin', SIZES[size], COLORS[color])}
      >
        <path d="M12 2.8 20 7.4v9.2l-8 4.6-8-4.6V7.4z" stroke="currentColor" opacity={0.22} />
        <path d="M12 2.8 20 7.4v9.2" stroke="currentColor" />
      </svg>
      {message ? <span>{message}</span> : <span className="sr-only">読み込み中...</span>}
    </span>
  )
}
