import { createHash } from 'node:crypto'

/** A channel as the stand-in knows it; `handle` with its @, null for one without. */
export type Channel = { id: string; title: string; handle: string | null; user: string | null }

/** Always the same id for the same words. */
export const madeChannelId = (words: string): string =>
  `UC${createHash('sha256').update(words).digest('base64url').slice(0, 22)}`

/** A made channel at an address. */
export function channelAt(url: string, title: string): Channel {
  const path = new URL(url).pathname.slice(1)
  const decoded = decodeURIComponent(path)
  const [kind, name = ''] = decoded.split('/')
  if (kind === 'channel') return { id: name, title, handle: null, user: null }
  return {
    id: madeChannelId(decoded.toLowerCase()),
    title,
    handle: decoded.startsWith('@') ? decoded : null,
    user: kind === 'user' ? name : null,
  }
}
