import { cloneData } from './clone.ts'
import { SimEvent, SimTarget } from './events.ts'
import type { Process } from './process.ts'

type Endpoint = SimTarget & { process: Process; lastAt: Map<Endpoint, number> }

/** What BroadcastChannels of one name reach: all of one device. */
export type ChannelHub = Map<string, Set<Endpoint>>

/** BroadcastChannel between the processes of one device: every message arrives after a little while, those of one sender in order. */
export function channelDoor(hub: ChannelHub, process: Process) {
  return class Channel extends SimTarget {
    readonly name: string
    readonly process = process
    readonly lastAt = new Map<Endpoint, number>()
    onmessage: ((event: SimEvent) => void) | null = null
    #open = true
    readonly #leave: () => void
    constructor(name: string) {
      super()
      this.name = name
      const members = hub.get(name) ?? new Set<Endpoint>()
      hub.set(name, members)
      members.add(this)
      this.#leave = () => void members.delete(this)
      process.onDeath.add(this.#leave)
    }
    postMessage(message: unknown): void {
      if (!this.#open) throw new DOMException('the channel is closed', 'InvalidStateError')
      const data = cloneData(message)
      for (const other of hub.get(this.name) ?? []) {
        if (other === this) continue
        const now = process.kernel.now()
        const at = Math.max(this.lastAt.get(other) ?? 0, now + process.random.between(0.05, 2))
        this.lastAt.set(other, at)
        other.process.task(at - now, `message ${this.name}`, () => {
          if (hub.get(this.name)?.has(other) === true)
            other.dispatchEvent(new SimEvent('message', { data: cloneData(data) }))
        })
      }
    }
    close(): void {
      this.#open = false
      this.#leave()
      process.onDeath.delete(this.#leave)
    }
  }
}
