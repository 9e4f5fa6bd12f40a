import { parseAddress } from '#platform/parse-address.ts'

/** The path inside this app that `text` leads to, or undefined when it leads anywhere else. For `/login?from=`. */
export function safeReturnPath(text: string | undefined, origin: string): string | undefined {
  if (!text?.startsWith('/')) return undefined
  const url = parseAddress(text, origin)
  // The address parser drops tabs and line breaks and reads `\` as `/`: only what it made of the text counts.
  if (!url || url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
