/** Spec §3. offline is never said: it is what is left of somebody who says nothing. */
export const PRESENCES = ['online', 'away', 'busy', 'offline'] as const
export type Presence = (typeof PRESENCES)[number]
export type SaidPresence = Exclude<Presence, 'offline'>

/** The account's setting that holds `busy` while a person wants to be shown so. */
export const PRESENCE_SETTING = 'presence'
export const AWAY_AFTER_MS = 5 * 60_000
export const TYPING_EVERY_MS = 3_000
export const TYPING_LASTS_MS = 5_000

type Doing = { visible: boolean; idleMs: number; busy: boolean }

/** What a device says of the person who uses it. What they chose themselves stands, whatever they do. */
export function ownPresence({ visible, idleMs, busy }: Doing): SaidPresence {
  if (busy) return 'busy'
  return visible && idleMs < AWAY_AFTER_MS ? 'online' : 'away'
}

const STRONGEST_FIRST = ['busy', 'online', 'away'] as const satisfies readonly SaidPresence[]

/** What all devices of a person say together; what none of them may say counts as away. */
export function presenceOfDevices(said: readonly unknown[]): Presence {
  if (said.length === 0) return 'offline'
  return STRONGEST_FIRST.find((presence) => said.includes(presence)) ?? 'away'
}

/**
 * Takes every change of what is typed, and says it on at most once in TYPING_EVERY_MS; the end of it at once. `now` in ms.
 */
export function createTyping(say: (typing: boolean) => void, now: () => number): (typing: boolean) => void {
  let saidAt = -Infinity
  let isSaid = false
  return (typing) => {
    if (!typing) {
      if (isSaid) say(false)
      isSaid = false
      return
    }
    // A clock that was set back must not silence anybody
    if (Math.abs(now() - saidAt) < TYPING_EVERY_MS) return
    saidAt = now()
    isSaid = true
    say(true)
  }
}
