import * as v from 'valibot'
import { createValue } from '#platform/observable-value.ts'
import { DEFAULT_VOLUME } from '#domain/sound.ts'

/** Spec §9: stored in the browser under this name. Goes with the account (`forget-traces.ts`). */
const KEY = 'notificationSound'

/** 0 to 1, whatever is given. */
export const clampVolume = (volume: number): number =>
  Number.isFinite(volume) ? Math.min(1, Math.max(0, volume)) : DEFAULT_VOLUME

const Settings = v.object({
  enabled: v.optional(v.fallback(v.boolean(), true), true),
  volume: v.pipe(
    v.optional(v.fallback(v.number(), DEFAULT_VOLUME), DEFAULT_VOLUME),
    v.transform(clampVolume),
  ),
  /** The person has touched the page once: sounds are allowed. */
  interacted: v.optional(v.fallback(v.boolean(), false), false),
})
export type SoundSettings = v.InferOutput<typeof Settings>

function read(): SoundSettings {
  try {
    return v.parse(Settings, JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return { enabled: true, volume: DEFAULT_VOLUME, interacted: false }
  }
}

const current = createValue<SoundSettings>(read())
export const soundSettings = { listen: current.listen, read: current.read }

export function changeSound(change: Partial<SoundSettings>): void {
  const next = { ...read(), ...change }
  const settings = { ...next, volume: clampVolume(next.volume) }
  current.set(settings)
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // A browser that stores nothing keeps them for this page.
  }
}

/** Another tab changed them. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    if (event.key === KEY || event.key === null) current.set(read())
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
