import type { Ref } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { COPY } from './copy.ts'

type HeartProps = {
  /** icon: a heart · full: with its name. */
  look: 'icon' | 'full'
  pressed?: boolean
  /** Pressed before it could be written anywhere: it will be. */
  isWanted?: boolean
  onPress: () => void
  ref?: Ref<HTMLButtonElement> | undefined
}

/** The button by itself, which knows nothing of what it does. */
export function Heart({ look, pressed = false, isWanted = false, onPress, ref }: HeartProps) {
  const common = {
    ref,
    onClick: onPress,
    'aria-pressed': pressed,
    'aria-busy': isWanted || undefined,
    className: classNames(
      isWanted && 'opacity-60',
      look === 'icon' && 'transition-transform active:scale-88',
    ),
  }
  const filled = pressed || isWanted
  if (look === 'icon') return <IconButton {...common} icon="heart" filled={filled} label={COPY.button} />
  return (
    <Button {...common} icon={<Icon name="heart" size={20} filled={filled} />}>
      {COPY.button}
    </Button>
  )
}
