import { useState, useSyncExternalStore } from 'react'
import { avatarBase } from './avatar-base.ts'
import { classNames } from './class-names.ts'

const SIZES = { sm: 'size-7 text-xs', md: 'size-10 text-sm', lg: 'size-16 text-xl', xl: 'size-24 text-3xl' }
const TINTS = [25, 75, 145, 200, 260, 320]
/** Pictures that people gave, as table profiles names them; nothing else is ever asked for. */
const GIVEN = '/storage/v1/object/public/avatars/'

type AvatarProps = { name: string; src?: string | null | undefined; size?: keyof typeof SIZES }

/** A person's picture, or the first character of the name on a tint of its own. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  const base = useSyncExternalStore(avatarBase.listen, avatarBase.read)
  const [broken, setBroken] = useState<string | null>(null)
  const first = Array.from(name.trim())[0] ?? '?'
  const hue = TINTS[(first.codePointAt(0) ?? 0) % TINTS.length]
  const shape = classNames(
    'inline-grid shrink-0 place-items-center overflow-hidden rounded-full',
    SIZES[size],
  )
  if (base !== null && src?.startsWith(GIVEN) && broken !== src) {
    return (
      <img
        src={`${base}${src}`}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        className={classNames(shape, 'bg-sunken object-cover outline outline-line -outline-offset-1')}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(shape, 'font-bold text-white')}
      style={{ backgroundColor: `oklch(0.5 0.09 ${hue})` }}
    >
      {first.toUpperCase()}
    </span>
  )
}
