import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import * as v from 'valibot'

const Address = v.object({ port: v.number() })

/** Whatever asks for this is passed on, and no answer to it ever arrives. */
type Swallowing = { marker: string; onSeen: () => void }

/** The answer to whatever asks for this waits until it is released. */
type Holding = { marker: string; onSeen: () => void; release: (() => void)[] }

/**
 * A TCP line to a local port that can be cut: while cut, open connections are reset and new ones are refused, for pages, workers and
 * WebSockets alike. It can also stall those WebSockets that are open, and swallow answers: the server does what it is asked, and nobody hears of it.
 */
export class Line {
  readonly port: number
  #server: Server
  #sockets = new Set<Socket>()
  #cut = false
  /** Where new connections go instead. */
  #diverted: number | undefined
  #swallowing: Swallowing | undefined
  #holding: Holding | undefined
  /** Both ends of connections that asked to become WebSockets. */
  #webSockets = new Map<Socket, Socket>()

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async to(target: number): Promise<Line> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const line = new Line(server, v.parse(Address, server.address()).port)
    server.on('connection', (near) => line.#join(near, target))
    return line
  }

  #join(near: Socket, target: number): void {
    this.#keep(near)
    if (this.#cut) return void near.resetAndDestroy()
    const far = connect(this.#diverted ?? target, '127.0.0.1')
    this.#keep(far)
    near.on('data', (chunk: Buffer) => {
      if (/^upgrade: websocket/im.test(chunk.toString('latin1'))) this.#webSockets.set(near, far)
      if (this.#swallowing !== undefined && chunk.includes(this.#swallowing.marker)) {
        far.unpipe(near)
        far.resume()
        this.#swallowing.onSeen()
      }
      if (this.#holding !== undefined && chunk.includes(this.#holding.marker)) {
        far.unpipe(near)
        far.pause()
        this.#holding.release.push(() => far.pipe(near))
        this.#holding.onSeen()
      }
    })
    near.pipe(far).pipe(near)
    near.on('close', () => {
      this.#webSockets.delete(near)
      far.destroy()
    })
    far.on('close', () => near.destroy())
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  cut(): void {
    this.#cut = true
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /**
   * From now on the line ends at another local port, or (undefined) at its own again. Open connections are
   * reset.
   */
  divertTo(port: number | undefined): void {
    this.#diverted = port
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** The WebSockets of now pass nothing any more, in neither direction, and nobody is told: as when a phone slept longer than the network remembers a connection. */
  stallWebSockets(): void {
    for (const [near, far] of this.#webSockets) {
      near.unpipe(far).pause()
      far.unpipe(near).pause()
    }
    this.#webSockets.clear()
  }

  /** Passes everything but the answer to whatever request has `marker` in its head. Resolves when the first such request went through. */
  swallowAnswersTo(marker: string): Promise<void> {
    this.#cut = false
    return new Promise((onSeen) => {
      this.#swallowing = { marker, onSeen }
    })
  }

  /** Holds answers to requests that have `marker` in their head. `seen` resolves with the first such request, `release` lets go of them. */
  holdAnswersTo(marker: string): { seen: Promise<void>; release: () => void } {
    const seen = Promise.withResolvers<void>()
    const holding: Holding = { marker, onSeen: seen.resolve, release: [] }
    this.#holding = holding
    return {
      seen: seen.promise,
      release: () => {
        this.#holding = undefined
        for (const letGo of holding.release) letGo()
      },
    }
  }

  /** What waited for a swallowed answer is reset. */
  restore(): void {
    if (this.#swallowing !== undefined) this.cut()
    this.#cut = false
    this.#swallowing = undefined
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
