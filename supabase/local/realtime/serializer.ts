import * as v from 'valibot'

/** 1.0.0 speaks JSON objects; 2.0.0 JSON arrays, and broadcasts in binary frames. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const
export type Version = (typeof VERSIONS)[number]
export type Frame = string | Buffer

/** What people send each other: JSON as its text, or bytes, which 1.0.0 has no way to say. */
export type Broadcast = {
  event: string
  body: { json: string } | { binary: Buffer }
  meta?: Record<string, unknown>
}

type Address = { joinRef: string | null; ref: string | null; topic: string }
export type Incoming = Address &
  (
    | { kind: 'broadcast'; broadcast: Broadcast; wantsStorage: boolean }
    | { kind: 'event'; event: string; payload: unknown }
  )
export type Outgoing = Address & { event: string; payload: object }

const Ref = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), null),
  v.transform((ref) => (ref === null ? null : String(ref))),
)
const MessageObject = v.object({
  topic: v.string(),
  event: v.string(),
  payload: v.unknown(),
  ref: Ref,
  join_ref: Ref,
})
const MessageArray = v.looseTuple([Ref, Ref, v.string(), v.string(), v.unknown()])
const BroadcastPayload = v.object({
  event: v.string(),
  payload: v.optional(v.unknown()),
  persist: v.optional(v.unknown()),
})

/** Throws on whatever is not a message of this version. */
export function decodeText(version: Version, text: string): Incoming {
  const parsed: unknown = JSON.parse(text)
  if (version === '1.0.0') {
    const { topic, event, payload, ref, join_ref } = v.parse(MessageObject, parsed)
    return incoming({ joinRef: join_ref, ref, topic }, event, payload)
  }
  const [joinRef, ref, topic, event, payload] = v.parse(MessageArray, parsed)
  return incoming({ joinRef, ref, topic }, event, payload)
}

function incoming(address: Address, event: string, payload: unknown): Incoming {
  const sent = event === 'broadcast' ? v.safeParse(BroadcastPayload, payload) : undefined
  if (!sent?.success) return { ...address, kind: 'event', event, payload }
  const broadcast = { event: sent.output.event, body: { json: JSON.stringify(sent.output.payload ?? {}) } }
  return { ...address, kind: 'broadcast', broadcast, wantsStorage: Boolean(sent.output.persist) }
}

const USER_BROADCAST_PUSH = 3
const USER_BROADCAST = 4
const JSON_ENCODING = 1

/**
 * A broadcast in 2.0.0: kind, five lengths in bytes (join ref, ref, topic, event, metadata), the encoding, then the five texts and the body.
 * Throws on anything else.
 */
export function decodeBinary(frame: Buffer): Incoming {
  if (frame[0] !== USER_BROADCAST_PUSH || frame.length < 7) throw new Error('not a broadcast frame')
  let offset = 7
  const [joinRef, ref, topic, event, metadata] = [1, 2, 3, 4, 5].map((position) => {
    const start = offset
    offset += frame.readUInt8(position)
    if (offset > frame.length) throw new Error('a broadcast frame shorter than it says')
    return frame.toString('utf8', start, offset)
  })
  const rest = frame.subarray(offset)
  const isJson = frame[6] === JSON_ENCODING
  // Others parse it: what is no JSON must not reach them under that name.
  if (isJson) JSON.parse(rest.toString('utf8'))
  const meta = metadata ? v.parse(v.record(v.string(), v.unknown()), JSON.parse(metadata)) : {}
  return {
    kind: 'broadcast',
    joinRef: joinRef || null,
    ref: ref || null,
    topic: topic ?? '',
    broadcast: { event: event ?? '', body: isJson ? { json: rest.toString('utf8') } : { binary: rest } },
    wantsStorage: Boolean(meta['persist']),
  }
}

export function encodeMessage(version: Version, { joinRef, ref, topic, event, payload }: Outgoing): string {
  return version === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
    : JSON.stringify([joinRef, ref, topic, event, payload])
}

/** Null where this version cannot say it. */
export function encodeBroadcast(version: Version, topic: string, broadcast: Broadcast): Frame | null {
  const frame = version === '2.0.0' ? encodeUserBroadcast(topic, broadcast) : null
  if (frame) return frame
  if ('binary' in broadcast.body) return null
  // The body is JSON text already.
  const meta = broadcast.meta ? `,"meta":${JSON.stringify(broadcast.meta)}` : ''
  const payload = `{"type":"broadcast","event":${JSON.stringify(broadcast.event)},"payload":${broadcast.body.json}${meta}}`
  return version === '1.0.0'
    ? `{"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${payload},"ref":null,"join_ref":null}`
    : `[null,null,${JSON.stringify(topic)},"broadcast",${payload}]`
}

/** Null when a text is longer than a length byte can say; such a broadcast goes as JSON. */
function encodeUserBroadcast(topic: string, { event, body, meta }: Broadcast): Buffer | null {
  const texts = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text))
  if (texts.some((text) => text.length > 255)) return null
  const isJson = 'json' in body
  const header = [USER_BROADCAST, ...texts.map((text) => text.length), isJson ? JSON_ENCODING : 0]
  return Buffer.concat([Buffer.from(header), ...texts, isJson ? Buffer.from(body.json) : body.binary])
}
