import type { FakeServer } from '../testing/fake-server.ts'
import { type AuthServer, REUSE_MS } from './auth-server.ts'
import type { Incoming, Network, Outgoing } from './doors/fetch.ts'
import type { Process } from './doors/process.ts'
import type { Kernel } from './kernel.ts'
import type { Random } from './random.ts'
import type { SealKeys } from './seal-keys.ts'

/** What happens to the next request of a device. */
export type NetworkFault =
  | { kind: 'refused_connection' }
  /** The server did it, but the answer got lost. */
  | { kind: 'reply_lost' }
  | { kind: 'captive_portal' }
  | { kind: 'stalled' }
  | { kind: 'reset' }
  | { kind: 'status'; status: number; retryAfter?: string }
  /** Takes so long on the way there, and so long back. */
  | { kind: 'slow'; thereMs: number; backMs: number }

export type RequestName = 'sync_pull' | 'sync_push'
/** One request that the server did. */
export type Exchanged = {
  device: string
  process: Process
  name: RequestName
  /** Whose store asked, undefined when it cannot be told. */
  userId: string
  body: Record<string, unknown>
  status: number
  answer: Record<string, unknown>
  /** Did the answer come back whole, and did whoever asked live to note it? */
  heard: boolean
}

/** A device's way to the server. */
export type Line = {
  online: boolean
  faults: NetworkFault[]
  network: Network
  /** A store that is opened anew does not know what the server wished before. */
  forgetPause: (process: Process) => void
}

type Parts = {
  kernel: Kernel
  random: Random
  device: string
  server: FakeServer
  auth: AuthServer
  sealKeys: SealKeys
  /** A push was refused as a whole. */
  onRejected: (body: string) => void
  onComplaint: (text: string) => void
  beforePush: (body: Record<string, unknown>) => void
  onExchanged: (exchanged: Exchanged) => void
  /** The answer arrived whole at the process that asked. */
  onAnswered: (process: Process) => void
}

const isExchange = (path: string): boolean => path.includes('/rpc/sync_')

const HTML = '<!doctype html><html><body>Wi-Fi にログイン</body></html>'

export function createLine(parts: Parts): Line {
  const { kernel, random, server, auth, sealKeys, device } = parts

  const answerOf = (
    process: Process,
    request: Outgoing,
  ): { status: number; text: string; exchanged?: Exchanged } => {
    if (request.path.startsWith('/auth/v1/token')) {
      const { refresh_token: token } = JSON.parse(request.body) as { refresh_token: string }
      const { status, answer } = auth.refresh(token, process.alive)
      return { status, text: JSON.stringify(answer) }
    }
    const authorization = request.headers['authorization'] ?? ''
    const userId = auth.subject(authorization)
    if (userId === undefined) return { status: 401, text: '{"message":"JWT expired"}' }
    const body = JSON.parse(request.body) as Record<string, unknown>
    const asked = request.path.slice(request.path.lastIndexOf('/') + 1)
    if (asked === 'seal_key' || asked === 'unseal_key')
      return { status: 200, text: JSON.stringify(sealKeys.ask(asked, body, userId)) }
    const name = asked === 'sync_pull' ? 'sync_pull' : 'sync_push'
    if (name === 'sync_push') parts.beforePush(body)
    const { status, answer } = server.ask(name, body, authorization)
    const exchanged: Exchanged = {
      device,
      process,
      name,
      userId,
      body,
      status,
      answer: answer as Record<string, unknown>,
      heard: false,
    }
    parts.onExchanged(exchanged)
    return { status, text: JSON.stringify(answer), exchanged }
  }

  type Pause = { until: number }
  /** Until when the store of a process was asked to leave the server alone, ms since the start. What is asked in answer to a store that was given up nobody hears. */
  const pauses = new WeakMap<Process, Pause>()
  const pauseOf = (process: Process): Pause => {
    const pause = pauses.get(process) ?? { until: 0 }
    pauses.set(process, pause)
    return pause
  }
  const checkPause = (process: Process, path: string): void => {
    const { until } = pauseOf(process)
    if (isExchange(path) && kernel.now() < until)
      parts.onComplaint(
        `${process.name} asked again ${Math.round(until - kernel.now())} ms before the server wished`,
      )
  }

  const line: Line = {
    online: true,
    faults: [],
    forgetPause: (process) => void pauses.delete(process),
    network: (process, request, deliver) => {
      checkPause(process, request.path)
      const pause = pauseOf(process)
      const fault = line.faults.shift()
      const there = fault?.kind === 'slow' ? fault.thereMs : random.between(2, 60)
      const back = fault?.kind === 'slow' ? fault.backMs : random.between(2, 60)
      const fail = (afterMs: number): void => deliver({ afterMs, result: { kind: 'error' } })
      if (!line.online || fault?.kind === 'refused_connection') return fail(random.between(1, 30))
      const answer = (status: number, text: string, more: Partial<Answer> = {}): void =>
        deliver({
          afterMs: back,
          result: { kind: 'answer', status, text, headers: {}, body: 'whole', ...more },
        })
      // The server goes on also when the one who asked dies
      kernel.after(there, `request of ${process.name}`, () => {
        // No device could know of a renewal that a dead process left behind for so long: the real server would take it for theft too
        if (request.path.startsWith('/auth/') && !process.alive && there > REUSE_MS) return
        if (!line.online) return fail(0)
        if (fault?.kind === 'captive_portal') return answer(200, HTML)
        if (fault?.kind === 'status') {
          if (request.path.endsWith('sync_push')) parts.onRejected(request.body)
          const headers: Record<string, string> =
            fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
          const pauseMs = Number(fault.retryAfter ?? 0) * 1000
          const isHeeded = isExchange(request.path) && pauseMs > 0
          if (isHeeded)
            process.task(back + 1, 'asked to pause', () => (pause.until = kernel.now() + pauseMs - 10))
          return answer(fault.status, '{"message":"no"}', { headers })
        }
        const { status, text, exchanged } = answerOf(process, request)
        if (fault?.kind === 'reply_lost') return fail(back)
        if (fault?.kind === 'stalled' || fault?.kind === 'reset')
          return answer(status, text, { body: fault.kind })
        kernel.after(back, 'answer on its way', () => {
          if (!line.online) return fail(0)
          deliver({ afterMs: 0, result: { kind: 'answer', status, text, headers: {}, body: 'whole' } })
          if (status === 200 && isExchange(request.path))
            process.task(100, 'answered', () => {
              if (exchanged !== undefined) exchanged.heard = true
              parts.onAnswered(process)
            })
        })
      })
    },
  }
  return line
}

type Answer = Extract<Incoming['result'], { kind: 'answer' }>
