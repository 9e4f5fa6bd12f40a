import type { BrowserContext } from 'playwright-core'

/** Sets the clock of a page or a worker. Needs nothing around it, so that it can be sent into one. */
function shift(byMs: number): void {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...parts: [] | [number]) {
      super(...(parts.length === 0 ? ([Real.now() + byMs] as const) : parts))
    }
    static override now(): number {
      return Real.now() + byMs
    }
  } as DateConstructor
}

/** Sets the clock of this device, in pages and worker, off by so much. */
export async function shiftClock(device: BrowserContext, byMs: number): Promise<void> {
  await device.addInitScript(shift, byMs)
  device.on('serviceworker', (worker) => void worker.evaluate(shift, byMs).catch(() => {}))
}
