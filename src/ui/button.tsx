import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonLook = {
  /** primary: the one thing to do here · secondary: outlined · quiet: text on hover ground · danger: destroys something. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  /** As wide as its container. */
  wide?: boolean
}

const VARIANTS = {
  primary: 'bg-ink text-on-ink hover:opacity-88',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover',
  quiet: 'text-ink hover:bg-hover',
  danger: 'bg-danger text-on-ink hover:opacity-88',
}
const SIZES = {
  sm: 'min-h-9 px-3.5 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-5 text-sm',
  lg: 'min-h-12 px-6 text-base',
}

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ variant = 'secondary', size = 'md', wide = false }: ButtonLook = {}): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-full font-bold no-underline min-w-fit text-center transition-[opacity,background-color] duration-150',
    'disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
    VARIANTS[variant],
    SIZES[size],
    wide && 'w-full',
  )

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    icon?: ReactNode
    /** Work is under way: shows a spinner, ignores clicks, stays focusable. */
    busy?: boolean
    ref?: Ref<HTMLButtonElement> | undefined
  }

export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass(look), className)}
    >
      {busy ? <Spinner size="sm" color="current" /> : icon}
      {children}
    </button>
  )
}
