import * as v from 'valibot'
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
    if (due.length === 0 || !settings().enabled) return
    if (!(await speaker.ready())) {
      // What must not sound here yet is left to the tabs where it may, or waits until this page is touched
      waiting.push(...due)
      return
    }
    const own = claim(due, now())
    const sound = mostImportantSound(own.map((one) => one.sound))
    if (sound === undefined || (await play(sound))) return
    release(own)
    waiting.push(...own)
  }
  return {
    sound: async (arrived) => {
      waiting.push(...arrived.map((one) => ({ ...one, since: now() })))
      if (settings().interacted) await flush()
    },
    interacted: async () => {
      if (settings().enabled) speaker.unlock()
      if (!settings().interacted) changeSound({ interacted: true })
      await flush()
    },
    sample: async (sound) => void (await play(sound)),
  }
}

/** Those of these that sounded in no tab since they arrived, nor in the 5 s before: from now on they count as sounded, in all tabs. */
function claim<One extends { id: string; since: number }>(due: readonly One[], now: number): One[] {
  try {
    const sounded = readSounded(now)
    const own = due.filter(({ id, since }) => {
      const at = sounded.get(id)
      return at === undefined || at <= since - SOUND_DEDUPLICATION_MS
    })
    for (const { id } of own) sounded.set(id, now)
    localStorage.setItem(SOUNDED, JSON.stringify([...sounded]))
    return own
  } catch {
    return [...due]
  }
}

/** They did not sound after all. */
function release(claimed: readonly { id: string }[]): void {
  try {
    const sounded = readSounded(0)
    for (const { id } of claimed) sounded.delete(id)
    localStorage.setItem(SOUNDED, JSON.stringify([...sounded]))
  } catch {
    // Where nothing can be kept nothing was claimed
  }
}

const Sounded = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.number()])))

/** What may still wait in some tab. */
function readSounded(now: number): Map<string, number> {
  const kept = v.safeParse(Sounded, localStorage.getItem(SOUNDED))
  return new Map(kept.success ? kept.output.filter(([, at]) => now - at < SOUND_QUEUE_MS) : [])
}
