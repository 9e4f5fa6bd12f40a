import * as v from 'valibot'
import { UPLOAD_TIMEOUT_MS } from '#domain/limits.ts'
import { ask, NoAnswer, textOf, type Http } from './http.ts'

/** Why a file could not be stored or removed. */
export type StorageCode =
  | 'offline'
  | 'timeout'
  | 'signed_out'
  | 'forbidden'
  | 'too_large'
  | 'wrong_type'
  | 'not_found'
  | 'server'

export class StorageFailure extends Error {
  readonly code: StorageCode
  constructor(code: StorageCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** The signed-in person's own files, each under `<their id>/<name>`. Each of these throws StorageFailure. */
export type Storage = {
  /** A new file; `cacheSeconds` is how long others may keep it without asking again. */
  upload: (bucket: Bucket, path: string, file: Blob, options?: { cacheSeconds?: number }) => Promise<void>
  /** Paths that are not there are no failure. */
  remove: (bucket: Bucket, paths: readonly string[]) => Promise<void>
  /** Paths of the files in a folder. */
  list: (bucket: Bucket, folder: string) => Promise<string[]>
}
export type Bucket = 'avatars' | 'verification'

type Surroundings = Http & {
  /** null for a visitor; rejects where whoever is signed in has none just now. */
  accessToken: () => Promise<string | null>
}

/** Storage says its status in the body; on the wire it is 400. */
const Refusal = v.pipe(v.string(), v.parseJson(), v.object({ statusCode: v.pipe(v.unknown(), v.toNumber()) }))
const Listing = v.pipe(v.string(), v.parseJson(), v.array(v.object({ name: v.string() })))

const CODES: Record<number, StorageCode> = {
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  415: 'wrong_type',
}

function throwUnanswered(error: unknown): never {
  throw new StorageFailure(error instanceof NoAnswer ? error.code : 'offline', error)
}

/** `/storage/v1` by plain fetch, as little of it as the app needs. */
export function createStorage({ accessToken, ...http }: Surroundings): Storage {
  async function askStorage(
    method: string,
    path: string,
    body: Blob | object,
    headers = {},
  ): Promise<string> {
    const isFile = body instanceof Blob
    const token = await accessToken().catch(throwUnanswered)
    if (!token) throw new StorageFailure('signed_out')
    const question = {
      method,
      path: `storage/v1/object/${path}`,
      token,
      body: isFile ? body : JSON.stringify(body),
      headers: { ...headers, ...(isFile && { 'content-type': body.type }) },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    }
    const { answer, body: text } = await ask(http, question, textOf).catch(throwUnanswered)
    if (answer.ok) return text
    http.reached(true)
    const refusal = v.safeParse(Refusal, text)
    const status = refusal.success ? refusal.output.statusCode : answer.status
    throw new StorageFailure(CODES[status] ?? 'server', text)
  }

  return {
    async upload(bucket, path, file, { cacheSeconds } = {}) {
      const cache = cacheSeconds === undefined ? {} : { 'cache-control': `max-age=${cacheSeconds}` }
      await askStorage('POST', `${bucket}/${path}`, file, cache)
    },
    async remove(bucket, paths) {
      if (paths.length > 0) await askStorage('DELETE', bucket, { prefixes: paths })
    },
    async list(bucket, folder) {
      const listed = v.safeParse(Listing, await askStorage('POST', `list/${bucket}`, { prefix: folder }))
      // A captive portal answers 200 with its own page.
      if (!listed.success) throw new StorageFailure('offline')
      return listed.output.map(({ name }) => `${folder}/${name}`)
    },
  }
}
