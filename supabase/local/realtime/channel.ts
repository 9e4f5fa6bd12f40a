import { randomUUID } from 'node:crypto'
import type { Keys } from '../gateway/keys.ts'
import type { Authorization, Extension, Permissions } from './authorization.ts'
import type { Hub, Member, Room } from './hub.ts'
import { parseAccessToken, parseJoin, parsePresence } from './join-payload.ts'
import { ChannelRefusal, speakerOf, type Speaker } from './refusal.ts'
import type { Broadcast, Frame, Version } from './serializer.ts'

export type RealtimeContext = {
  keys: Keys
  hub: Hub
  authorization: Authorization
  log: (line: string) => void
}

/** The socket's side of a channel. */
export type Line = {
  version: Version
  /** The token of the key that the socket came with: whoever gives none of their own speaks as that. */
  keyToken: string
  send(frame: Frame): void
  push(channel: Channel, event: string, payload: object): void
  /** The channel ended by itself. */
  ended(channel: Channel): void
}

export type Channel = {
  topic: string
  joinRef: string | null
  /** Whether a broadcast is to be confirmed to its sender. */
  confirmsBroadcasts: boolean
  /** To be called once the join was answered: the one who joined hears who is present, and is shown out when the token expires. */
  begin(): void
  /** False when the policies do not let them. */
  broadcast(broadcast: Broadcast): Promise<boolean>
  /** False when the policies do not let them, or nothing such is known. */
  presence(payload: unknown): Promise<boolean>
  useToken(payload: unknown): Promise<void>
  leave(): void
}

/** A longer delay would overflow the timer; the token is looked at again then. */
const LONGEST_WAIT_MS = 60 * 60 * 1000

/** Throws `ChannelRefusal` when they may not join. */
export async function joinChannel(
  { keys, hub, authorization }: RealtimeContext,
  line: Line,
  { topic, joinRef, payload }: { topic: string; joinRef: string | null; payload: unknown },
): Promise<Channel> {
  const { config, token: givenToken } = parseJoin(payload)
  const room: Room = { topic: subTopicOf(topic), isPrivate: config.private }
  const presenceKey = config.presence.key || randomUUID()
  let token = tokenOf(line, givenToken)
  let speaker = await speakerOf(keys, token)
  let mayReceive = await receiving(authorization, room, speaker)
  let maySend: Partial<Permissions> = {}
  let hearsPresence = config.presence.enabled
  let timer: NodeJS.Timeout | undefined

  const member: Member = {
    version: line.version,
    hears: (what) => mayReceive[what] && (what === 'broadcast' || hearsPresence),
    send: (frame) => line.send(frame),
  }

  async function isAllowed(extension: Extension): Promise<boolean> {
    if (!room.isPrivate) return true
    const asked = maySend
    return (asked[extension] ??= await authorization.maySend(room.topic, speaker, extension))
  }

  function pushPresences(): void {
    if (mayReceive.presence) line.push(channel, 'presence_state', hub.presences(room))
  }

  function end(message: string): void {
    channel.leave()
    line.push(channel, 'system', { extension: 'system', status: 'error', message, channel: room.topic })
    line.push(channel, 'phx_close', {})
    line.ended(channel)
  }

  function watchExpiry(): void {
    clearTimeout(timer)
    const leftMs = speaker.exp * 1000 - Date.now()
    if (leftMs <= 0) {
      end('Token has expired')
      return
    }
    timer = setTimeout(watchExpiry, Math.min(leftMs, LONGEST_WAIT_MS))
    timer.unref()
  }

  async function change(next: string): Promise<void> {
    const nextSpeaker = await speakerOf(keys, next)
    const now = await receiving(authorization, room, nextSpeaker)
    if ((mayReceive.broadcast && !now.broadcast) || (mayReceive.presence && !now.presence)) {
      const message = `You no longer have permission to read from this Channel topic: ${room.topic}`
      throw new ChannelRefusal('Unauthorized', message)
    }
    token = next
    speaker = nextSpeaker
    mayReceive = now
    maySend = {}
    watchExpiry()
  }

  const channel: Channel = {
    topic,
    joinRef,
    confirmsBroadcasts: config.broadcast.ack,
    begin() {
      watchExpiry()
      if (hearsPresence) pushPresences()
    },
    async broadcast(broadcast) {
      if (!(await isAllowed('broadcast'))) return false
      hub.broadcast(room, broadcast, config.broadcast.self ? undefined : member)
      return true
    },
    async presence(said) {
      const known = parsePresence(said)
      if (known === null) return false
      if (known.event === 'untrack') {
        hub.untrack(room, member)
        return true
      }
      if (!(await isAllowed('presence'))) return false
      hub.track(room, member, presenceKey, known.payload)
      // Who shows themselves sees the others too, from here on.
      if (!hearsPresence) {
        hearsPresence = true
        pushPresences()
      }
      return true
    },
    async useToken(said) {
      const given = parseAccessToken(said)
      if (given === null || given === token || given.startsWith('sb_')) return
      await change(given).catch((error: unknown) => {
        if (!(error instanceof ChannelRefusal)) throw error
        end(error.message)
      })
    },
    leave() {
      clearTimeout(timer)
      hub.leave(room, member)
    },
  }
  hub.join(room, member)
  return channel
}

function subTopicOf(topic: string): string {
  const subTopic = topic.slice('realtime:'.length)
  if (subTopic === '') throw new ChannelRefusal('TopicNameRequired', 'You must provide a topic name')
  return subTopic
}

/** New-style keys are not tokens: whoever gives one is who the socket is. */
function tokenOf({ keyToken }: Line, given: string | null): string {
  return given === null || given.startsWith('sb_') ? keyToken : given
}

async function receiving(authorization: Authorization, room: Room, speaker: Speaker): Promise<Permissions> {
  if (!room.isPrivate) return { broadcast: true, presence: true }
  const permissions = await authorization.mayReceive(room.topic, speaker)
  if (permissions.broadcast || permissions.presence) return permissions
  const message = `You do not have permissions to read from this Channel topic: ${room.topic}`
  throw new ChannelRefusal('Unauthorized', message)
}
