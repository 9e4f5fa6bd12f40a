import * as v from 'valibot'
import type { Strategy } from 'workbox-strategies'

/**
 * What Cache Storage takes, checked before it is kept: a captive portal, a proxy's block page or a host
 * that answers everything with its shell says 200 too. Each answer is read to its end, so a truncated one
 * is refused.
 */

type Plugin = Strategy['plugins'][number]
type Answered = { request: Request; response: Response }
type Look = (answered: Answered) => boolean

const Rows = v.pipe(v.string(), v.parseJson(), v.array(v.record(v.string(), v.unknown())))

const typeOf = (answer: Response): string => answer.headers.get('content-type') ?? ''
const isJson = (answer: Response): boolean => /^application\/([\w.-]+\+)?json\b/i.test(typeOf(answer))

/**
 * The rows that PostgREST answered, or null where these are none. Hazard: Cache Storage refuses every 206,
 * and PostgREST answers so where a list goes on; what is asked by `limit` and `offset` is whole for its
 * address, so it is stored as 200.
 */
export async function storableRows(answer: Response): Promise<Response | null> {
  if (!isJson(answer)) return null
  const text = await answer.text().catch(() => '')
  return v.is(Rows, text) ? new Response(text, { status: 200, headers: answer.headers }) : null
}

/**
 * Hazard: an opaque answer shows neither its type nor its body; where it is no picture, the page drops it.
 */
export async function isPicture(answer: Response): Promise<boolean> {
  if (answer.type === 'opaque') return true
  if (!typeOf(answer).startsWith('image/')) return false
  const { size } = await answer.blob().catch(() => new Blob())
  return size > 0
}

/** What a name promises. Others only must not be a document: hosts do not agree on their types. */
const TYPES: Record<string, RegExp> = {
  js: /\bjavascript\b/,
  css: /^text\/css\b/,
  html: /^text\/html\b/,
  png: /^image\//,
  svg: /^image\//,
}
/** Stands in each of the app's own documents. */
const NAME = 'ミルトモ'

/**
 * Is this the app's own file of this path? `entry`: the address of the release's entry, named by the shell
 * alone.
 */
export async function isOwnFile(pathname: string, answer: Response, entry: string): Promise<boolean> {
  const extension = pathname.slice(pathname.lastIndexOf('.') + 1)
  const type = TYPES[extension] ?? /^(?!text\/html\b)/
  if (!answer.ok || !type.test(typeOf(answer))) return false
  const text = await answer.text().catch(() => '')
  if (extension !== 'html') return text !== ''
  return text.includes(NAME) && text.includes(entry) === (pathname === '/index.html')
}

/**
 * By the headers alone, so that whoever asked does not wait for the body. A server in trouble is not asked
 * twice.
 */
export const looksLikeRows: Look = ({ response }) => response.status >= 500 || isJson(response)
export const looksLikePicture: Look = ({ response }) =>
  response.status >= 500 || response.type === 'opaque' || typeOf(response).startsWith('image/')
export const looksLikeItsName: Look = ({ request, response }) =>
  new URL(request.url).pathname.endsWith('.html') || !/^text\/html\b/.test(typeOf(response))

/**
 * The answer, or where it does not look like ours another one from past the HTTP cache: there the page of a
 * captive portal is fresh for as long as the portal said.
 */
export const pastHttpCache = async (look: Look, { request, response }: Answered): Promise<Response> =>
  look({ request, response }) ? response : fetch(request, { cache: 'reload' }).catch(() => response)

export const pastPoisonedCache = (look: Look): Plugin => ({
  fetchDidSucceed: (answered) => pastHttpCache(look, answered),
})
