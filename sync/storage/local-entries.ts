type LocalEntries = {
  length: number
  key: (position: number) => string | null
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

/** undefined in a worker, and where the browser forbids it. */
export function localEntries(): LocalEntries | undefined {
  try {
    return (globalThis as { localStorage?: LocalEntries }).localStorage
  } catch {
    return undefined
  }
}
