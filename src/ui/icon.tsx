import { ICON_PATHS, type IconName } from './icon-paths.ts'

export type { IconName }

type IconProps = { name: IconName; size?: number; filled?: boolean; className?: string | undefined }

/** A decorative line icon in the colour of the text around it; whoever uses it names the control. `size` in px. */
export function Icon({ name, size = 24, filled = false, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className ? `shrink-0 ${className}` : 'shrink-0'}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  )
}
