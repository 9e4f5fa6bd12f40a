const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
}

/** What a function refuses with: the code is for programs. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/**
 * Answers POSTs with what `respond` returns, as JSON unless it is a Response, or with `{code}` of the
 * Refusal that it throws, and its sentence as `error` where `sentenceOf` is given. Anything else that it
 * throws is logged and not told.
 */
export function answering(
  respond: (request: Request) => Promise<unknown>,
  sentenceOf?: (refusal: Refusal) => string,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed')
      const answer = await respond(request)
      if (!(answer instanceof Response)) return Response.json(answer, { headers: CORS })
      for (const [name, value] of Object.entries(CORS)) answer.headers.set(name, value)
      return answer
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'server')
      if (refusal !== error) console.error(error)
      const body = { code: refusal.code, ...(sentenceOf && { error: sentenceOf(refusal) }) }
      return Response.json(body, { status: refusal.status, headers: CORS })
    }
  }
}
