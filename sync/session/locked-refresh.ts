import * as v from 'valibot'
import { withLock } from '../locks.ts'
import { findRotated, isRefusal, RENEWAL_TIMEOUT_MS, storeRefreshed } from './refresh.ts'
import { readRefreshAnswer } from './stored-session.ts'

const RefreshBody = v.object({ refresh_token: v.string() })

/**
 * A fetch for supabase-js that lets one refresh of the session run at a time over all tabs and the worker. Whoever waited and finds a session that was
 * renewed meanwhile gets that one as the answer, and no request is made; also who was stopped while it held the lock. Guarantees: nobody waits for a request that took longer than `timeoutMs`; an
 * answer that is neither a session nor the server's refusal of the one that is stored is handed on as 503, because supabase-js would end the session for most others.
 */
export function lockedRefreshFetch(
  storageKey: string,
  send: typeof fetch = fetch,
  timeoutMs = RENEWAL_TIMEOUT_MS,
): typeof fetch {
  return (input, init) => {
    const refreshToken = refreshTokenOf(input, init)
    if (refreshToken === undefined) return send(input, init)
    return withLock('refresh', storageKey, async ({ isSure }) => {
      const found = await findRotated(storageKey, refreshToken, Date.now())
      if (found.kind === 'fresh') return Response.json(found.session)
      const body = JSON.stringify({ refresh_token: found.refreshToken })
      const limit = AbortSignal.timeout(timeoutMs)
      const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
      // Order matters: in the task of the request, before which this tab may have been stopped for hours
      if (!isSure()) return tryAgain()
      const response = await send(input, { ...init, body, signal })
      const text = await response.clone().text()
      const isAnswer = response.ok && readRefreshAnswer(text, Date.now()) !== undefined
      if (isAnswer && (await storeRefreshed(storageKey, found.refreshToken, text, Date.now())) !== undefined)
        return response
      const now = await findRotated(storageKey, found.refreshToken, Date.now())
      if (now.kind === 'fresh') return Response.json(now.session)
      if (now.refreshToken !== found.refreshToken) return tryAgain()
      return isAnswer || isRefusal(response.status, text) ? response : tryAgain()
    })
  }
}

/** supabase-js takes this for a server in trouble, and keeps the session. */
const tryAgain = (): Response => new Response(null, { status: 503 })

function refreshTokenOf(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  const url = input instanceof Request ? input.url : String(input)
  if (!url.includes('/auth/v1/token?grant_type=refresh_token') || typeof init?.body !== 'string')
    return undefined
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), RefreshBody), init.body)
  return body.success ? body.output.refresh_token : undefined
}
