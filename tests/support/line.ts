import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import * as v from 'valibot'

const Address = v.object({ port: v.number() })

/**
 * A TCP line to a local port that can be cut: while cut, open connections are reset and new ones are refused, for pages, workers and
 * WebSockets alike. Stalled, it takes connections and never answers.
 */
export class Line {
  readonly port: number
  #server: Server
  #sockets: Set<Socket>
  #state: { cut: boolean; stalled: boolean }

  private constructor(
    server: Server,
    port: number,
    sockets: Set<Socket>,
    state: { cut: boolean; stalled: boolean },
  ) {
    this.#server = server
    this.port = port
    this.#sockets = sockets
    this.#state = state
  }

  static async to(target: number): Promise<Line> {
    const sockets = new Set<Socket>()
    const state = { cut: false, stalled: false }
    const keep = (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    const server = createServer((near) => {
      keep(near)
      if (state.cut) return near.resetAndDestroy()
      if (state.stalled) return
      const far = connect(target, '127.0.0.1')
      keep(far)
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const line = new Line(server, v.parse(Address, server.address()).port, sockets, state)
    return line
  }

  cut(): void {
    this.#state.cut = true
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** What is open is reset; what comes waits for ever. */
  stall(): void {
    this.cut()
    this.#state.cut = false
    this.#state.stalled = true
  }

  /** What waited in a stalled line is reset. */
  restore(): void {
    if (this.#state.stalled) this.cut()
    this.#state.cut = false
    this.#state.stalled = false
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
