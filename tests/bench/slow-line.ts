import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import * as v from 'valibot'

const Address = v.object({ port: v.number() })

/** A TCP line to a local port on which everything arrives late. */
export type SlowLine = {
  url: string
  /** ms for one way and back; applies to what is sent from now on. */
  setLatency: (roundTripMs: number) => void
  close(): Promise<void>
}

export async function openSlowLine(target: string): Promise<SlowLine> {
  const port = Number(new URL(target).port)
  const sockets = new Set<Socket>()
  let oneWayMs = 0
  const late = (from: Socket, to: Socket): void => {
    const afterwards = (work: () => void): void => {
      if (oneWayMs === 0) work()
      else setTimeout(work, oneWayMs)
    }
    from.on('data', (chunk) => afterwards(() => to.writable && to.write(chunk)))
    from.on('close', () => afterwards(() => to.end()))
    from.on('error', () => to.destroy())
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    late(near, far)
    late(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${v.parse(Address, server.address()).port}`,
    setLatency: (roundTripMs) => {
      oneWayMs = roundTripMs / 2
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
