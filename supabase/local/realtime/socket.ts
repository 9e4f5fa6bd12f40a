import type { WebSocket } from 'ws'
import { joinChannel, type Channel, type Line, type RealtimeContext } from './channel.ts'
import { ChannelRefusal } from './refusal.ts'
import {
  decodeBinary,
  decodeText,
  encodeMessage,
  type Frame,
  type Incoming,
  type Version,
} from './serializer.ts'

/** What a client does not take off its socket is kept up to here; then it is dropped and may come again. */
const MAX_UNSENT_BYTES = 1024 * 1024
/** So many messages of one client may wait for their turn; whoever floods is dropped. */
const MAX_WAITING = 1_000
const MAX_CHANNELS = 100
/** Clients send a heartbeat every 25 s. */
const SILENCE_MS = 75_000

export type RealtimeSocket = {
  /** Ends it when nothing was heard from it for too long. */
  endIfSilent(nowMs: number): void
  terminate(): void
}

/** One client's connection with its channels. Its messages are dealt with one after the other. */
export function openSocket(
  context: RealtimeContext,
  socket: WebSocket,
  {
    version,
    keyToken,
    onClose,
  }: { version: Version; keyToken: string; onClose: (socket: RealtimeSocket) => void },
): RealtimeSocket {
  const channels = new Map<string, Channel>()
  let lastHeardMs = Date.now()
  let waiting = 0
  let turn = Promise.resolve()

  function send(frame: Frame): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate()
    else socket.send(frame)
  }

  function reply({ joinRef, ref, topic }: Incoming, status: 'ok' | 'error', response: object = {}): void {
    send(encodeMessage(version, { joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }))
  }

  const line: Line = {
    version,
    keyToken,
    send,
    push({ topic, joinRef }, event, payload) {
      // Clients tell by the reference that it is this join which is closed.
      const ref = event === 'phx_close' ? joinRef : null
      send(encodeMessage(version, { joinRef, ref, topic, event, payload }))
    },
    ended: ({ topic }) => channels.delete(topic),
  }

  async function join(message: Incoming, payload: unknown): Promise<void> {
    const earlier = channels.get(message.topic)
    if (earlier) leave(earlier)
    try {
      if (!message.topic.startsWith('realtime:'))
        throw new ChannelRefusal('UnmatchedTopic', 'unmatched topic')
      if (channels.size >= MAX_CHANNELS)
        throw new ChannelRefusal('ChannelRateLimitReached', 'Too many channels')
      const channel = await joinChannel(context, line, { ...message, payload })
      // Gone while the policies were asked.
      if (socket.readyState !== socket.OPEN) {
        channel.leave()
        return
      }
      channels.set(message.topic, channel)
      reply(message, 'ok', { postgres_changes: [] })
      channel.begin()
    } catch (error) {
      if (!(error instanceof ChannelRefusal)) throw error
      reply(message, 'error', { reason: error.reason })
    }
  }

  function leave(channel: Channel): void {
    channel.leave()
    channels.delete(channel.topic)
    line.push(channel, 'phx_close', {})
  }

  async function handle(message: Incoming): Promise<void> {
    if (message.kind === 'event' && message.event === 'phx_join') return join(message, message.payload)
    if (message.kind === 'event' && message.topic === 'phoenix') {
      if (message.event === 'heartbeat') reply(message, 'ok')
      return
    }
    const channel = channels.get(message.topic)
    if (!channel || (message.joinRef !== null && message.joinRef !== channel.joinRef)) {
      return reply(message, 'error', { reason: 'unmatched topic' })
    }
    if (message.kind === 'broadcast') {
      if (message.wantsStorage)
        return reply(message, 'error', { error: 'persist is not supported by the local stack' })
      const sent = await channel.broadcast(message.broadcast)
      // Upstream leaves whoever may not send without an answer.
      if (sent && channel.confirmsBroadcasts) reply(message, 'ok')
      return
    }
    switch (message.event) {
      case 'presence':
        return reply(message, (await channel.presence(message.payload)) ? 'ok' : 'error')
      case 'access_token':
        return channel.useToken(message.payload)
      case 'phx_leave':
        reply(message, 'ok')
        return leave(channel)
    }
  }

  socket.on('message', (data: Buffer, isBinary) => {
    lastHeardMs = Date.now()
    waiting += 1
    if (waiting > MAX_WAITING) return socket.terminate()
    let message: Incoming
    try {
      message = isBinary ? decodeBinary(data) : decodeText(version, data.toString('utf8'))
    } catch {
      return socket.close(1003, 'not a message of this protocol version')
    }
    turn = turn
      .then(() => handle(message))
      .catch((error: unknown) => {
        context.log(`realtime ${message.topic}: ${error instanceof Error ? error.stack : String(error)}`)
        reply(message, 'error', { reason: 'UnknownErrorOnChannel: see the log of the stack' })
      })
      .finally(() => (waiting -= 1))
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    for (const channel of channels.values()) channel.leave()
    channels.clear()
    onClose(self)
  })

  const self: RealtimeSocket = {
    endIfSilent: (nowMs) => {
      if (nowMs - lastHeardMs > SILENCE_MS) socket.terminate()
    },
    terminate: () => socket.terminate(),
  }
  return self
}
