import {
  mostImportantSound,
  NOTE_MS,
  type Sound,
  SOUND_DEDUPLICATION_MS,
  SOUND_NOTES,
  SOUND_QUEUE_MS,
} from '#domain/sound.ts'
import type { Speaker } from '#platform/sound.ts'
import { type SoundSettings, changeSound } from './sound-settings.ts'

export type Sounder = {
  /** Sounds once for all of these, as soon as the person has touched the page; each id once in 5 s, in all tabs. */
  sound: (arrived: readonly { id: string; sound: Sound }[]) => Promise<void>
  /** The person touched the page: what waits may sound. */
  interacted: () => Promise<void>
  /** Sounds at once, to be heard when it is chosen. */
  sample: (sound: Sound) => Promise<void>
}

type Surroundings = {
  speaker: Speaker
  settings: () => SoundSettings
  /** ms */
  now: () => number
}

/** When each sounded last, of all tabs: id → ms. */
const SOUNDED = 'notificationSound:sounded'

export function createSounder({ speaker, settings, now }: Surroundings): Sounder {
  let waiting: { id: string; sound: Sound; since: number }[] = []

  /** Answers whether it sounded. */
  const play = async (sound: Sound): Promise<boolean> => {
    const { volume } = settings()
    try {
      await speaker.playFile(`/sounds/${sound}.wav`, volume)
      return true
    } catch {
      const tone = speaker.playNotes(SOUND_NOTES[sound], NOTE_MS, volume)
      return tone.then(
        () => true,
        () => false,
      )
    }
  }
  const flush = async (): Promise<void> => {
    const due = waiting.filter(({ since }) => now() - since < SOUND_QUEUE_MS)
    waiting = []
    const sound = mostImportantSound(due.map((one) => one.sound))
    // What must not sound yet waits until the page is touched
    if (sound !== undefined && settings().enabled && !(await play(sound))) waiting.push(...due)
  }
  return {
    sound: async (arrived) => {
      const fresh = firstTime(arrived, now())
      waiting.push(...fresh.map((one) => ({ ...one, since: now() })))
      if (settings().interacted) await flush()
    },
    interacted: async () => {
      if (!settings().interacted) changeSound({ interacted: true })
      await flush()
    },
    sample: async (sound) => void (await play(sound)),
  }
}

/** Those that did not sound just now, which are noted for the other tabs. */
function firstTime<One extends { id: string }>(arrived: readonly One[], now: number): One[] {
  try {
    const known = JSON.parse(localStorage.getItem(SOUNDED) ?? '[]') as unknown
    const recent = (Array.isArray(known) ? known : []).filter(
      (entry): entry is [string, number] =>
        Array.isArray(entry) && typeof entry[1] === 'number' && now - entry[1] < SOUND_DEDUPLICATION_MS,
    )
    const sounded = new Map(recent)
    const fresh = arrived.filter(({ id }) => !sounded.has(id))
    for (const { id } of fresh) sounded.set(id, now)
    localStorage.setItem(SOUNDED, JSON.stringify([...sounded]))
    return fresh
  } catch {
    return [...arrived]
  }
}
