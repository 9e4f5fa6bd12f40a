import * as v from 'valibot'
import type { RealtimeContext } from './channel.ts'
import { ChannelRefusal, speakerOf, type Speaker } from './refusal.ts'
import type { Broadcast } from './serializer.ts'

const CORS = { 'access-control-allow-origin': '*' }

const Batch = v.object({
  messages: v.array(
    v.object({
      topic: v.pipe(v.string(), v.nonEmpty()),
      event: v.pipe(v.string(), v.nonEmpty()),
      payload: v.optional(v.unknown(), {}),
      private: v.nullish(v.boolean(), false),
    }),
  ),
})

type Message = { topic: string; isPrivate: boolean; broadcast: Broadcast }

/** POST /realtime/v1/api/broadcast (many) and …/broadcast/TOPIC/events/EVENT (one). */
export async function handleBroadcastRequest(context: RealtimeContext, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const path = /^\/realtime\/v1\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?$/.exec(url.pathname)
  const names = path && decodeNames(path.slice(1))
  if (!names) return answer(404, `There is nothing at ${url.pathname}.`)
  if (request.method === 'OPTIONS') return preflight(request)
  if (request.method !== 'POST') return answer(405, `${request.method} is not allowed here.`)
  const speaker = await speakerOfRequest(context, request)
  if (speaker === null) return answer(401, 'Unauthorized')
  if (url.searchParams.has('persist') || url.searchParams.has('persist[ttl]')) {
    return answer(501, 'persist is not supported by the local stack.')
  }
  const [topic, event] = names
  const messages =
    topic === undefined || event === undefined
      ? parseBatch(await request.text())
      : [await single(request, url, topic, event)]
  if (messages === null)
    return answer(422, 'messages must be a list of objects with topic, event and payload')
  for (const message of messages) await send(context, speaker, message)
  return new Response(null, { status: 202, headers: CORS })
}

/** What somebody may not send is left out without a word, as upstream does. */
async function send(
  { hub, authorization }: RealtimeContext,
  speaker: Speaker,
  message: Message,
): Promise<void> {
  const { isPrivate, broadcast } = message
  const topic = message.topic.replace(/^realtime:/, '')
  if (isPrivate && !(await authorization.maySend(topic, speaker, 'broadcast'))) return
  hub.broadcast({ topic, isPrivate }, broadcast)
}

function parseBatch(text: string): Message[] | null {
  const parsed = v.safeParse(Batch, parseJson(text))
  if (!parsed.success) return null
  return parsed.output.messages.map(({ topic, event, payload, private: isPrivate }) => ({
    topic,
    isPrivate,
    broadcast: { event, body: { json: JSON.stringify(payload) } },
  }))
}

async function single(request: Request, url: URL, topic: string, event: string): Promise<Message> {
  const isBinary = request.headers.get('content-type')?.startsWith('application/octet-stream') ?? false
  const body = isBinary
    ? { binary: Buffer.from(await request.arrayBuffer()) }
    : { json: JSON.stringify(parseJson(await request.text()) ?? {}) }
  return { topic, isPrivate: url.searchParams.get('private') === 'true', broadcast: { event, body } }
}

function decodeNames(names: readonly (string | undefined)[]): (string | undefined)[] | null {
  try {
    return names.map((name) => (name === undefined ? undefined : decodeURIComponent(name)))
  } catch {
    return null
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function speakerOfRequest({ keys }: RealtimeContext, { headers }: Request): Promise<Speaker | null> {
  const bearer = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (keys.roleOfApiKey(headers.get('apikey') ?? '') === null) return null
  try {
    return await speakerOf(keys, bearer ?? keys.anonJwt)
  } catch (error) {
    if (error instanceof ChannelRefusal) return null
    throw error
  }
}

function answer(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: CORS })
}

function preflight(request: Request): Response {
  const headers = request.headers.get('access-control-request-headers') ?? '*'
  const allow = { 'access-control-allow-methods': 'POST, OPTIONS', 'access-control-allow-headers': headers }
  return new Response(null, { status: 204, headers: { ...CORS, ...allow, 'access-control-max-age': '3600' } })
}
