type Listener = (event: SimEvent) => void

export class SimEvent {
  readonly type: string
  target: unknown = null
  currentTarget: unknown = null
  defaultPrevented = false
  stopped = false
  constructor(type: string, extra: object = {}) {
    this.type = type
    Object.assign(this, extra)
  }
  preventDefault(): void {
    this.defaultPrevented = true
  }
  stopPropagation(): void {
    this.stopped = true
  }
  stopImmediatePropagation(): void {
    this.stopped = true
  }
}

/** An EventTarget whose listeners are called at once, in order; `on…` properties first. */
export class SimTarget {
  readonly #listeners = new Map<string, { listener: Listener; once: boolean }[]>()
  addEventListener(
    type: string,
    listener: Listener | { handleEvent: Listener } | null,
    options?: boolean | { once?: boolean },
  ): void {
    if (listener === null) return
    const list = this.#listeners.get(type) ?? []
    this.#listeners.set(type, list)
    const call = typeof listener === 'function' ? listener : (event: SimEvent) => listener.handleEvent(event)
    list.push({ listener: call, once: typeof options === 'object' && options.once === true })
  }
  removeEventListener(type: string, listener: Listener): void {
    const list = this.#listeners.get(type)
    const index = list?.findIndex((entry) => entry.listener === listener) ?? -1
    if (index >= 0) list?.splice(index, 1)
  }
  dispatchEvent(event: SimEvent): boolean {
    event.target ??= this
    event.currentTarget = this
    const own = (this as unknown as Record<string, unknown>)[`on${event.type}`]
    if (typeof own === 'function') own.call(this, event)
    for (const entry of (this.#listeners.get(event.type) ?? []).slice()) {
      if (entry.once) this.removeEventListener(event.type, entry.listener)
      entry.listener.call(this, event)
    }
    return !event.defaultPrevented
  }
}
