import type { RealtimeClientOptions } from '@supabase/supabase-js'
import { deviceNow } from '#platform/clock.ts'
import type { ObservableValue } from '#platform/observable-value.ts'

type Transport = NonNullable<RealtimeClientOptions['transport']>
type SocketLike = InstanceType<Transport>

export type LiveSocketParts = {
  /** While there is no connection, none is tried. */
  online: ObservableValue<boolean>
  /** Awaited before each connection. */
  prepare: () => Promise<void>
  /** Sends something that the server answers. */
  ask: () => void
}

export type LiveSockets = {
  Socket: Transport
  /** Ends the wait before the next connection; gives up one that is not open, or does not answer, within `limitMs`. */
  look: (limitMs: number) => void
  /** Gives up the connection where nothing is heard within `limitMs`. */
  expect: (limitMs: number) => void
}

/** How long a connection may take to open. */
const OPEN_LIMIT_MS = 10_000
/** A connection that did not last so long has failed. */
const LASTING_MS = 10_000
/** The wait before a connection, by how many failed before; a part of it is left to chance, so that devices do not return all at once. */
const WAITS_MS = [0, 1_000, 2_000, 5_000, 10_000]
/** A limit that fires so much too late has slept, and so has the answer. */
const LATE_MS = 2_000
const SLEPT_LIMIT_MS = 3_000

const CONNECTING = 0
const OPEN = 1
const CLOSING = 2
const CLOSED = 3

type Limit = { timer: ReturnType<typeof setTimeout>; endsAt: number }

/**
 * WebSockets that notice that they are dead. A page that was asleep has no close event of a connection that died meanwhile, and the close handshake of such a one
 * never ends: so the first is asked for an answer, and a close counts at once. Hazard: Firefox delays connections to a host by up to a minute after failures, so
 * none is tried without a network.
 */
export function createLiveSockets({ online, prepare, ask }: LiveSocketParts): LiveSockets {
  let current: LiveSocket | undefined
  let failures = 0

  class LiveSocket extends EventTarget implements SocketLike {
    readonly CONNECTING = CONNECTING
    readonly OPEN = OPEN
    readonly CLOSING = CLOSING
    readonly CLOSED = CLOSED
    readonly protocol = ''
    /** A close never waits for what is still to be sent. */
    readonly bufferedAmount = 0
    readonly url: string
    readyState = CONNECTING
    binaryType = 'arraybuffer'
    onopen: SocketLike['onopen'] = null
    onmessage: SocketLike['onmessage'] = null
    onclose: SocketLike['onclose'] = null
    onerror: SocketLike['onerror'] = null

    #native: WebSocket | undefined
    #begunAt = 0
    #isPreparing = false
    #limit: Limit | undefined
    readonly #turn: ReturnType<typeof setTimeout>
    readonly #stopWatching: () => void

    constructor(address: string | URL) {
      super()
      this.url = String(address)
      const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0
      this.#turn = setTimeout(() => void this.#open(), wait * (0.5 + Math.random() / 2))
      this.#stopWatching = online.listen(() => void this.#open())
      take(this)
    }

    look(limitMs: number): void {
      void this.#open()
      if (this.readyState === OPEN) ask()
      if (this.#native) this.expect(limitMs)
    }

    expect(limitMs: number, isSecond = false): void {
      const startedAt = deviceNow()
      const endsAt = startedAt + limitMs
      if (this.#limit !== undefined && this.#limit.endsAt <= endsAt) return
      clearTimeout(this.#limit?.timer)
      const end = (): void => {
        this.#limit = undefined
        const hasSlept = deviceNow() - startedAt > limitMs + LATE_MS
        if (hasSlept && !isSecond) this.expect(Math.min(limitMs, SLEPT_LIMIT_MS), true)
        else this.#lose(closing(1006, 'no answer'))
      }
      this.#limit = { timer: setTimeout(end, limitMs), endsAt }
    }

    send(data: Parameters<SocketLike['send']>[0]): void {
      if (typeof data === 'string' || data instanceof ArrayBuffer) this.#native?.send(data)
    }

    close(code = 1000, reason = ''): void {
      this.#close(closing(code, reason))
    }

    async #open(): Promise<void> {
      if (this.readyState !== CONNECTING || this.#native || this.#isPreparing || !online.read()) return
      this.#isPreparing = true
      clearTimeout(this.#turn)
      await prepare()
      if (this.readyState !== CONNECTING) return
      const native = new WebSocket(this.url)
      this.#native = native
      this.#begunAt = deviceNow()
      native.binaryType = 'arraybuffer'
      this.expect(OPEN_LIMIT_MS)
      native.onopen = (event) => {
        this.#heard()
        this.readyState = OPEN
        this.onopen?.(event)
      }
      native.onmessage = (event) => {
        this.#heard()
        this.onmessage?.(event)
      }
      native.onerror = (event) => this.onerror?.(event)
      native.onclose = (event) => this.#lose(event)
    }

    #heard(): void {
      clearTimeout(this.#limit?.timer)
      this.#limit = undefined
    }

    /** Nobody here wanted it. */
    #lose(event: CloseEvent): void {
      failures = deviceNow() - this.#begunAt > LASTING_MS && this.readyState === OPEN ? 0 : failures + 1
      this.#close(event)
    }

    #close(event: CloseEvent): void {
      if (this.readyState === CLOSED) return
      const native = this.#native
      this.readyState = CLOSED
      clearTimeout(this.#turn)
      this.#heard()
      this.#stopWatching()
      if (native) {
        native.onopen = native.onmessage = native.onerror = native.onclose = null
        native.close()
      }
      this.onclose?.(event)
    }
  }

  function take(socket: LiveSocket): void {
    current = socket
  }

  return {
    Socket: LiveSocket,
    look: (limitMs) => current?.look(limitMs),
    expect: (limitMs) => current?.expect(limitMs),
  }
}

const closing = (code: number, reason: string): CloseEvent =>
  Object.assign(new Event('close'), { code, reason, wasClean: code === 1000 })
