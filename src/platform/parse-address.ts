/** The address that a text is, from `base` where it is relative; undefined if it is none. `URL.parse` is younger than the browsers we support. */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
