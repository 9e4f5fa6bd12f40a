import type { Priority } from './notification.ts'

/** The five sounds of spec §9. Each is a file of the same name, and the notes that stand in for it. */
export const SOUNDS = ['default', 'important', 'premium', 'achievement', 'premium-special'] as const
export type Sound = (typeof SOUNDS)[number]

/** Hz, one after the other. */
export const SOUND_NOTES = {
  default: [659, 880],
  important: [880, 659, 880],
  premium: [523, 659, 784],
  achievement: [523, 659, 784, 1047],
  'premium-special': [784, 988, 1175, 1568],
} as const satisfies Record<Sound, readonly number[]>
export const NOTE_MS = 110

export const DEFAULT_VOLUME = 0.5
/** The same notification sounds once in this time. */
export const SOUND_DEDUPLICATION_MS = 5_000
/** What could not sound for so long no longer does. */
export const SOUND_QUEUE_MS = 30 * 60 * 1000
export const TITLE_FLASH_MS = 3_000

type Heard = { type: string; priority: Priority; is_premium_only: boolean }

export function soundOf({ type, priority, is_premium_only: isPremiumOnly }: Heard): Sound {
  if (isPremiumOnly) return priority === 'high' ? 'premium-special' : 'premium'
  if (type === 'achievement' || type === 'milestone') return 'achievement'
  return priority === 'high' ? 'important' : 'default'
}

/** Of several at once the one that counts most. */
export const mostImportantSound = (sounds: readonly Sound[]): Sound | undefined =>
  (['premium-special', 'important', 'achievement', 'premium', 'default'] as const).find((sound) =>
    sounds.includes(sound),
  )
