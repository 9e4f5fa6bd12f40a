import { encodeBroadcast, encodeMessage, type Broadcast, type Frame, type Version } from './serializer.ts'

/** A private and a public topic of the same name are two rooms. */
export type Room = { topic: string; isPrivate: boolean }

/** One joined channel of one socket. */
export type Member = {
  version: Version
  hears(what: 'broadcast' | 'presence'): boolean
  send(frame: Frame): void
}

type Meta = Record<string, unknown> & { phx_ref: string }
type Presences = Record<string, { metas: Meta[] }>

export type Hub = ReturnType<typeof createHub>

type RoomState = { members: Set<Member>; present: Map<Member, { key: string; meta: Meta }> }

/** Who is in which room. Rooms come and go with their members. */
export function createHub() {
  const rooms = new Map<string, RoomState>()
  let refs = 0
  const idOf = ({ topic, isPrivate }: Room): string => `${isPrivate ? 'private' : 'public'}:${topic}`

  function tell(
    room: Room,
    what: 'broadcast' | 'presence',
    encode: (version: Version) => Frame | null,
    except?: Member,
  ): void {
    const frames = new Map<Version, Frame | null>()
    for (const member of rooms.get(idOf(room))?.members ?? []) {
      if (member === except || !member.hears(what)) continue
      if (!frames.has(member.version)) frames.set(member.version, encode(member.version))
      const frame = frames.get(member.version)
      if (frame) member.send(frame)
    }
  }

  function tellPresence(room: Room, joins: Presences, leaves: Presences): void {
    const topic = channelTopic(room)
    const diff = { joinRef: null, ref: null, topic, event: 'presence_diff', payload: { joins, leaves } }
    tell(room, 'presence', (version) => encodeMessage(version, diff))
  }

  function untrack(room: Room, member: Member): void {
    const state = rooms.get(idOf(room))
    const left = state?.present.get(member)
    if (!left) return
    state?.present.delete(member)
    tellPresence(room, {}, { [left.key]: { metas: [left.meta] } })
  }

  return {
    join(room: Room, member: Member): void {
      const state = rooms.get(idOf(room)) ?? { members: new Set(), present: new Map() }
      rooms.set(idOf(room), state)
      state.members.add(member)
    },
    leave(room: Room, member: Member): void {
      const state = rooms.get(idOf(room))
      state?.members.delete(member)
      untrack(room, member)
      if (state?.members.size === 0) rooms.delete(idOf(room))
    },
    isEmpty: (): boolean => rooms.size === 0,
    broadcast(room: Room, broadcast: Broadcast, except?: Member): void {
      tell(room, 'broadcast', (version) => encodeBroadcast(version, channelTopic(room), broadcast), except)
    },
    /** Says what is true of this member from now on; a second time replaces the first. */
    track(room: Room, member: Member, key: string, said: Record<string, unknown>): void {
      const state = rooms.get(idOf(room))
      if (!state?.members.has(member)) return
      const before = state.present.get(member)
      const meta: Meta = {
        ...said,
        phx_ref: `L${(refs += 1).toString(36)}`,
        ...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
      }
      state.present.set(member, { key, meta })
      tellPresence(
        room,
        { [key]: { metas: [meta] } },
        before ? { [before.key]: { metas: [before.meta] } } : {},
      )
    },
    untrack,
    /** Everybody present in a room, by key. */
    presences(room: Room): Presences {
      const found = new Map<string, Meta[]>()
      for (const { key, meta } of rooms.get(idOf(room))?.present.values() ?? []) {
        found.set(key, [...(found.get(key) ?? []), meta])
      }
      return Object.fromEntries([...found].map(([key, metas]) => [key, { metas }]))
    },
  }
}

/** What clients call a topic. */
export function channelTopic({ topic }: Pick<Room, 'topic'>): string {
  return `realtime:${topic}`
}
