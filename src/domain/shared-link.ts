import { youtubeIdFrom } from './youtube.ts'

/** What another app hands over (Web Share Target); which of the three holds the link differs from app to app. */
export type Shared = { title: string; text: string; url: string }

/** An address of YouTube's own, with or without https:// — never one that only has YouTube's name inside. */
const YOUTUBE_ADDRESS =
  /(?<![\w./@-])(?:https?:\/\/)?(?:[\w-]+\.)*(?:youtube\.com|youtube-nocookie\.com|youtu\.be)\/\S+/gi

/** An address of YouTube's own that only names another, in `u`: whole, or from its path on. */
const ATTRIBUTION = /^(?:https?:\/\/)?(?:[\w-]+\.)*youtube\.com\/attribution_link\?(?:.*&)?u=([^&#]*)/i

function youtubeIdAt(address: string): string | undefined {
  const id = youtubeIdFrom(address)
  const named = decoded(ATTRIBUTION.exec(address)?.[1] ?? '')
  if (id !== undefined || named === '') return id
  const [target] = (named.startsWith('/') ? `youtube.com${named}` : named).match(YOUTUBE_ADDRESS) ?? []
  return target === undefined ? undefined : youtubeIdFrom(target)
}

/** Nothing where it is not written as part of an address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** The YouTube id of the first link to a video in what was shared, wherever it stands; undefined when there is none. */
export function sharedYoutubeId({ url, text, title }: Shared): string | undefined {
  for (const part of [url, text, title]) {
    for (const [address] of part.matchAll(YOUTUBE_ADDRESS)) {
      const id = youtubeIdAt(address)
      if (id !== undefined) return id
    }
  }
  return undefined
}

/** Was anything shared at all? */
export const isAnythingShared = ({ url, text, title }: Shared): boolean =>
  [url, text, title].some((part) => part.trim() !== '')
