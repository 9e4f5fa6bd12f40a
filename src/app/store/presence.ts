import * as v from 'valibot'
import {
  AWAY_AFTER_MS,
  createTyping,
  ownPresence,
  PRESENCE_SETTING,
  presenceOfDevices,
  TYPING_LASTS_MS,
  type Presence,
} from '#domain/presence.ts'
import { deviceNow } from '#platform/clock.ts'
import { createValue, type ObservableValue, type WritableValue } from '#platform/observable-value.ts'
import { conversationIds } from '#sync/collections/conversations.ts'
import { settingOf } from '#sync/collections/settings.ts'
import type { Store } from '#sync/store.ts'
import type { Membership, Realtime } from './realtime.ts'

/** `presence` is null while nothing can be known: without a connection, and until the server has told. */
export type Partner = { presence: Presence | null; typing: boolean }

export type Room = {
  partner: ObservableValue<Partner>
  /** Every change of what is typed: whether there is something now. */
  typing: (typing: boolean) => void
}

export type Presences = {
  /** The same room for the same conversation. */
  roomOf: (conversationId: string) => Room
  stop: () => void
}

/** In so many conversations, the newest, a person is seen without having opened them: each is a channel of its own on the server. */
const SEEN_IN = 10
const NOTHING_KNOWN: Partner = { presence: null, typing: false }
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

const Device = v.object({ state: v.string() })
const Typing = v.object({ by: v.string(), typing: v.boolean() })

type Surroundings = { store: Store; realtime: Realtime; online: ObservableValue<boolean> }

/** Shows the person to those they have conversations with, from when this tab was first looked at, and tells what is known of them. */
export function keepPresences({ store, realtime, online }: Surroundings): Presences {
  const own = watchOwn(store)
  const rooms = new Map<string, KeptRoom>()
  const opened = new Set<string>()
  /** Conversation → partner, the newest first; those that a block hides are not among them. */
  let partners: ReadonlyMap<string, string> = new Map()

  const keptRoom = (conversationId: string): KeptRoom => {
    const known = rooms.get(conversationId)
    if (known) return known
    const room = createRoom(store.userId, conversationId, realtime, own)
    rooms.set(conversationId, room)
    return room
  }
  const settle = (): void => {
    const newest = [...partners.keys()].slice(0, SEEN_IN)
    for (const id of newest) keptRoom(id)
    for (const [id, room] of rooms) {
      const partner = partners.get(id)
      const isIn = partner !== undefined && own.seen.read() && (newest.includes(id) || opened.has(id))
      if (isIn) room.enter(partner)
      else room.leave()
    }
  }
  const watching = [
    own.state.subscribe(() => {
      for (const room of rooms.values()) room.showOwn()
    }),
    own.seen.subscribe(settle),
    conversationIds(store).subscribe((byPartner) => {
      partners = new Map([...byPartner].map(([partner, conversation]) => [conversation, partner]))
      settle()
    }),
    online.subscribe((isOnline) => {
      for (const room of rooms.values()) if (!isOnline) room.forget()
    }),
  ]
  return {
    roomOf: (conversationId) => {
      opened.add(conversationId)
      const room = keptRoom(conversationId)
      settle()
      return room
    },
    stop: () => {
      for (const subscription of watching) subscription.unsubscribe()
      own.stop()
      for (const room of rooms.values()) room.leave()
    },
  }
}

type KeptRoom = Room & {
  enter: (partner: string) => void
  showOwn: () => void
  /** What was known is too old to be shown. */
  forget: () => void
  leave: () => void
}

function createRoom(userId: string, conversationId: string, realtime: Realtime, own: Own): KeptRoom {
  const partner = createValue<Partner>(NOTHING_KNOWN)
  let membership: Membership | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let isHeard = false

  const change = (to: Partial<Partner>): void => {
    const now = { ...partner.read(), ...to }
    const { presence, typing } = partner.read()
    if (now.presence !== presence || now.typing !== typing) partner.set(now)
  }
  const hearTyping = (typing: boolean): void => {
    clearTimeout(silence)
    if (typing) silence = setTimeout(() => change({ typing: false }), TYPING_LASTS_MS)
    change({ typing })
  }
  const forget = (): void => {
    clearTimeout(silence)
    change(NOTHING_KNOWN)
  }
  const lose = (): void => {
    isHeard = false
    forget()
  }
  const say = createTyping((typing) => membership?.say('typing', { by: userId, typing }), deviceNow)
  const showOwn = (): void => membership?.show({ state: own.state.read() })
  return {
    partner,
    // What nobody hears does not count as said
    typing: (typing) => isHeard && say(typing),
    enter: (who) => {
      membership ??= realtime.enter(`conversation:${conversationId}`, {
        joined: () => {
          isHeard = true
          showOwn()
        },
        lost: lose,
        heard: (event, payload) => {
          // One's own other devices speak here too
          const said = v.safeParse(Typing, payload)
          if (event === 'typing' && said.success && said.output.by === who) hearTyping(said.output.typing)
        },
        presence: {
          key: userId,
          present: (devices) => {
            const states = devices(who).map((device) => v.is(Device, device) && device.state)
            const presence = presenceOfDevices(states)
            if (presence === 'offline') hearTyping(false)
            change({ presence })
          },
        },
      })
    },
    showOwn,
    forget,
    leave: () => {
      membership?.leave()
      membership = undefined
      lose()
    },
  }
}

type Own = {
  state: ObservableValue<ReturnType<typeof ownPresence>>
  /** Has this tab ever been looked at? */
  seen: ObservableValue<boolean>
  stop: () => void
}

/** What this device says of its person: by what they do here, and by what they chose for themselves. */
function watchOwn(store: Store): Own {
  let busy = false
  let actedAt = deviceNow()
  let timer: ReturnType<typeof setTimeout> | undefined
  const isVisible = (): boolean => document.visibilityState === 'visible'
  const decide = () => ownPresence({ visible: isVisible(), idleMs: deviceNow() - actedAt, busy })
  const seen = createValue(isVisible())
  const state: WritableValue<ReturnType<typeof ownPresence>> = createValue(decide())

  const look = (): void => {
    clearTimeout(timer)
    state.set(decide())
    const leftMs = AWAY_AFTER_MS - (deviceNow() - actedAt)
    if (leftMs > 0 && isVisible()) timer = setTimeout(look, leftMs)
  }
  const act = (): void => {
    actedAt = deviceNow()
    if (state.read() === 'away') look()
  }
  const turn = (): void => {
    if (isVisible()) {
      seen.set(true)
      actedAt = deviceNow()
    }
    look()
  }
  const choice = settingOf(store, PRESENCE_SETTING).subscribe((setting) => {
    busy = setting?.value === 'busy'
    look()
  })
  document.addEventListener('visibilitychange', turn)
  for (const name of ACTS) window.addEventListener(name, act, { passive: true })
  look()
  return {
    state,
    seen,
    stop: () => {
      clearTimeout(timer)
      choice.unsubscribe()
      document.removeEventListener('visibilitychange', turn)
      for (const name of ACTS) window.removeEventListener(name, act)
    },
  }
}
