import { useState, useSyncExternalStore } from 'react'
import { avatarBase } from './avatar-base.ts'
import { classNames } from './class-names.ts'

const SIZES = { sm: 'size-7 text-xs', md: 'size-10 text-sm', lg: 'size-16 text-xl', xl: 'size-24 text-3xl' }
const HUES = [20, 60, 105, 150, 195, 240, 285, 330]
/** Pictures that people gave, as table profiles names them; nothing else is ever asked for. */
const GIVEN = '/storage/v1/object/public/avatars/'

/** The same for the same name, wherever it stands. */
function hueOf(name: string): number {
  const mark = Array.from(name.trim()).reduce(
    (sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973,
    7,
  )
  return HUES[mark % HUES.length] ?? 0
}

type AvatarProps = { name: string; src?: string | null | undefined; size?: keyof typeof SIZES }

/** A person's picture, or the first character of the name on a tint of its own. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  const base = useSyncExternalStore(avatarBase.listen, avatarBase.read)
  const [broken, setBroken] = useState<string | null>(null)
  const first = Array.from(name.trim())[0] ?? '?'
  const hue = hueOf(name)
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
      className={classNames(shape, 'font-bold')}
      style={{
        backgroundColor: `oklch(var(--tint-ground) ${hue})`,
        color: `oklch(var(--tint-ink) ${hue})`,
      }}
    >
      {first.toUpperCase()}
    </span>
  )
}
