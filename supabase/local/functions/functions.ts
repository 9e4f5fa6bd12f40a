import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { TokenRefused, type Keys } from '../gateway/keys.ts'
import type { Service } from '../gateway/service.ts'
import { openFunctionPool, type PoolOptions } from './function-pool.ts'
import { FunctionDidNotStart } from './function-process.ts'
import { FunctionBroke, FunctionTimedOut, passOn, RequestTooLarge } from './proxy.ts'

type Limits = Pick<PoolOptions, 'idleMs' | 'bootTimeoutMs' | 'maxRunning'> & {
  /** How long a function may be silent in the middle of a call. */
  silenceMs: number
  maxRequestBytes: number
  maxResponseBytes: number
}

const LIMITS: Limits = {
  idleMs: 60_000,
  bootTimeoutMs: 20_000,
  maxRunning: 3,
  silenceMs: 60_000,
  maxRequestBytes: 10 * 1024 * 1024,
  maxResponseBytes: 20 * 1024 * 1024,
}

export type FunctionsOptions = {
  /** `NAME/index.ts` in it is the function NAME. */
  directory: string
  /** As in config.toml: whether a function may only be called with a token of this project. It is so unless it says otherwise. */
  config: Record<string, { verify_jwt?: boolean }>
  keys: Keys
  /** What the functions see: at least SUPABASE_URL and SUPABASE_DB_URL; the keys are added. */
  env: Record<string, string>
  limits?: Partial<Limits>
  log?: (line: string) => void
}

const CORS = { 'access-control-allow-origin': '*' }

/** `/functions/v1`: the functions of the project, unmodified, in Deno. */
export async function createFunctions(options: FunctionsOptions): Promise<Service> {
  const { directory, config, keys, log = console.error } = options
  const limits = { ...LIMITS, ...options.limits }
  const pool = openFunctionPool({
    ...limits,
    log,
    env: {
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
      SUPABASE_JWKS: JSON.stringify(keys.jwks),
      ...options.env,
    },
  })

  async function call(request: Request, name: string, entry: string): Promise<Response> {
    const loan = await pool.borrow(name, entry)
    const { pathname, search } = new URL(request.url)
    return passOn(request, {
      ...limits,
      port: loan.process.port,
      path: pathname.slice('/functions/v1'.length) + search,
      // What hangs or broke off is ended; the next call starts it anew.
      onEnd: (outcome) => loan.giveBack(outcome === 'done' ? 'good' : 'useless'),
    })
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url)
      const name = /^\/functions\/v1\/([A-Za-z][\w-]*)(?:\/|$)/.exec(pathname)?.[1] ?? ''
      const entry = join(directory, name, 'index.ts')
      if (name === '' || !existsSync(entry)) return notFound(request)
      const refusal =
        request.method === 'OPTIONS' || config[name]?.verify_jwt === false
          ? null
          : await refusalOf(keys, request)
      if (refusal !== null) return refuse(401, 'UNAUTHORIZED', refusal)
      try {
        return await call(request, name, entry)
      } catch (error) {
        return failure(error, name, limits, log)
      }
    },
    close: () => pool.close(),
  }
}

/** Why a request may not call a function that asks for a token; null when it may. */
async function refusalOf(keys: Keys, request: Request): Promise<string | null> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) return 'Missing authorization header'
  try {
    await keys.verify(token)
    return null
  } catch (error) {
    if (error instanceof TokenRefused) return 'Invalid JWT'
    throw error
  }
}

function failure(error: unknown, name: string, limits: Limits, log: (line: string) => void): Response {
  if (error instanceof FunctionTimedOut) {
    return refuse(504, 'IDLE_TIMEOUT', `Function did not answer within ${limits.silenceMs} ms`)
  }
  if (error instanceof RequestTooLarge) return refuse(413, 'REQUEST_TOO_LARGE', 'The body is too large')
  if (error instanceof FunctionDidNotStart) {
    return refuse(503, 'BOOT_ERROR', 'Function failed to start (please check logs)')
  }
  if (error instanceof FunctionBroke) {
    return refuse(503, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
  }
  log(`function ${name}: ${error instanceof Error ? error.stack : String(error)}`)
  return refuse(500, 'INTERNAL_ERROR', 'The stack failed here; see its log')
}

function notFound(request: Request): Response {
  // So that a browser shows the 404 of the call itself instead of a failed preflight.
  if (request.method === 'OPTIONS') {
    const headers = request.headers.get('access-control-request-headers') ?? '*'
    return new Response(null, {
      status: 204,
      headers: { ...CORS, 'access-control-allow-methods': '*', 'access-control-allow-headers': headers },
    })
  }
  return refuse(404, 'NOT_FOUND', 'Requested function was not found')
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: CORS })
}
