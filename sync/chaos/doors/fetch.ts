import type { Process } from './process.ts'

/** A request as it leaves a device. */
export type Outgoing = { path: string; headers: Record<string, string>; body: string }
/** What the network brings back after `afterMs`: an answer, or nothing ever, or an error; a body may stall or break off. */
export type Incoming = {
  afterMs: number
  result:
    | {
        kind: 'answer'
        status: number
        headers: Record<string, string>
        text: string
        body: 'whole' | 'stalled' | 'reset'
      }
    | { kind: 'error' }
    | { kind: 'never' }
}
/** The way of one device into the world; answers in its own time by `deliver`. */
export type Network = (process: Process, request: Outgoing, deliver: (incoming: Incoming) => void) => void

type Signal = { aborted: boolean; reason: unknown; addEventListener(type: string, work: () => void): void }
type Init = { method?: string; headers?: Record<string, string>; body?: string; signal?: Signal }

const failed = (): TypeError => new TypeError('Failed to fetch')

type Parts = { status: number; headers: Record<string, string>; read: () => Promise<string> }

export function fetchDoor(process: Process, network: Network) {
  class SimResponse {
    readonly status: number
    readonly ok: boolean
    readonly headers: { get: (name: string) => string | null }
    readonly #read: () => Promise<string>
    constructor({ status, headers, read }: Parts) {
      this.status = status
      this.ok = status >= 200 && status < 300
      this.headers = { get: (name) => headers[name.toLowerCase()] ?? null }
      this.#read = read
    }
    text(): Promise<string> {
      return this.#read()
    }
    async json(): Promise<unknown> {
      return JSON.parse(await this.#read())
    }
    clone(): SimResponse {
      return this
    }
    static json(value: unknown): SimResponse {
      const text = JSON.stringify(value)
      return new SimResponse({ status: 200, headers: {}, read: () => Promise.resolve(text) })
    }
  }

  const fetch = (input: string, init: Init = {}): Promise<SimResponse> =>
    new Promise((resolve, reject) => {
      const { signal } = init
      if (signal?.aborted === true) return reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason))
      const request = {
        path: input.replace(/^https?:\/\/[^/]+/, ''),
        headers: init.headers ?? {},
        body: init.body ?? '',
      }
      network(process, request, ({ afterMs, result }) => {
        if (result.kind === 'never') return
        process.task(afterMs, `answer ${result.kind}`, () => {
          if (result.kind === 'error') return reject(failed())
          const { status, headers, text, body } = result
          const read = (): Promise<string> => {
            if (body === 'whole') return Promise.resolve(text)
            return new Promise((_, fail) => {
              signal?.addEventListener('abort', () => fail(signal.reason))
              if (body === 'reset') process.task(20, 'body reset', () => fail(failed()))
            })
          }
          resolve(new SimResponse({ status, headers, read }))
          return undefined
        })
      })
      return undefined
    })
  return { fetch, Response: SimResponse }
}
