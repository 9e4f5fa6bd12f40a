import type { Process } from './process.ts'
import { SimEvent, SimTarget } from './events.ts'

class SimSignal extends SimTarget {
  aborted = false
  reason: unknown = undefined
  onabort: ((event: SimEvent) => void) | null = null
  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
}

function abort(signal: SimSignal, reason: unknown): void {
  if (signal.aborted) return
  signal.aborted = true
  signal.reason = reason ?? new DOMException('This operation was aborted', 'AbortError')
  signal.dispatchEvent(new SimEvent('abort'))
}

/** AbortController and AbortSignal whose timeouts run in virtual time. */
export function abortDoor(process: Process) {
  class Controller {
    readonly signal = new SimSignal()
    abort(reason?: unknown): void {
      abort(this.signal, reason)
    }
  }
  class Signal extends SimSignal {
    static any(signals: SimSignal[]): SimSignal {
      const either = new SimSignal()
      for (const signal of signals) {
        if (signal.aborted) abort(either, signal.reason)
        else signal.addEventListener('abort', () => abort(either, signal.reason), { once: true })
      }
      return either
    }
    static abort(reason?: unknown): SimSignal {
      const signal = new SimSignal()
      abort(signal, reason)
      return signal
    }
    static timeout(ms: number): SimSignal {
      const signal = new SimSignal()
      process.task(ms, 'timeout', () => abort(signal, new DOMException('timed out', 'TimeoutError')))
      return signal
    }
  }
  return { AbortController: Controller, AbortSignal: Signal }
}
