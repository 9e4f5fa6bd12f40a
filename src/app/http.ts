import { untilStaying } from '#platform/leaving.ts'
import type { Environment } from './environment.ts'

/**
 * Why a question has no answer. offline: none came, or it broke off · signed_out: it was not asked, for whoever
 * asks is not signed in any more.
 */
export class NoAnswer extends Error {
  readonly code: 'offline' | 'timeout' | 'signed_out'
  constructor(code: NoAnswer['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

export type Http = {
  environment: () => Promise<Environment>
  /** Told whether our server could be reached. */
  reached: (reached: boolean) => void
  request?: typeof fetch
}

export type HttpQuestion = {
  method: string
  /** Below the address of the API. */
  path: string
  /** null for a visitor. */
  token: string | null
  /** JSON, or a file whose type stands in `headers`. */
  body?: string | Blob | undefined
  headers?: Record<string, string>
  cache?: RequestCache
  timeoutMs: number
}

/**
 * The answer of our API to one request, read to its end by `read`. Throws NoAnswer, having told `reached`; what
 * came is not told, because it may be the page of a captive portal: whoever reads it tells.
 */
export async function ask<Body>(
  { environment, reached, request = fetch }: Http,
  { method, path, token, body, headers, cache = 'default', timeoutMs }: HttpQuestion,
  read: (answer: Response) => Promise<Body>,
): Promise<{ answer: Response; body: Body }> {
  try {
    const { apiUrl, publishableKey } = await environment()
    const answer = await request(`${apiUrl}/${path}`, {
      method,
      headers: {
        apikey: publishableKey,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      cache,
      signal: AbortSignal.timeout(timeoutMs),
      body: body ?? null,
    })
    return { answer, body: await read(answer) }
  } catch (error) {
    await untilStaying()
    reached(false)
    // Chrome before 124 calls a timeout an abort; nothing else aborts these requests
    const isLate = error instanceof DOMException && /^(Timeout|Abort)Error$/.test(error.name)
    throw new NoAnswer(isLate ? 'timeout' : 'offline', error)
  }
}

/** The text of an answer. */
export const textOf = (answer: Response): Promise<string> => answer.text()
