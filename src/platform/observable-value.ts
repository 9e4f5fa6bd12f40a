/** A value that tells when it changes. `read` and `listen` fit useSyncExternalStore; `subscribe` tells the value now and later. */
export type ObservableValue<T> = {
  read: () => T
  listen: (changed: () => void) => () => void
  subscribe: (next: (value: T) => void) => { unsubscribe: () => void }
}
export type WritableValue<T> = ObservableValue<T> & { set: (value: T) => void }

export function createValue<T>(initial: T): WritableValue<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const listen = (changed: () => void): (() => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }
  return {
    read: () => value,
    listen,
    subscribe: (next) => {
      next(value)
      return { unsubscribe: listen(() => next(value)) }
    },
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
  }
}

/** The first value that passes `test`, which may be the present one. */
export function firstValue<T, Wanted extends T>(
  source: ObservableValue<T>,
  test: (value: T) => value is Wanted,
): Promise<Wanted> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const value = source.read()
      if (!test(value)) return false
      resolve(value)
      return true
    }
    if (look()) return
    const stop = source.listen(() => {
      if (look()) stop()
    })
  })
}
