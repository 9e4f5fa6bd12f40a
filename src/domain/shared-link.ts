import { decodedParts, youtubeIdFrom } from './youtube-link.ts'

/** What another app hands over (Web Share Target); which of the three holds the link differs from app to app. */
export type Shared = { title: string; text: string; url: string }

/** An address of YouTube's own, with or without https:// — never one that only has YouTube's name inside. */
const YOUTUBE_ADDRESS =
  /(?<![\w./@-])(?:https?:\/\/)?(?:[\w-]+\.)*(?:youtube\.com|youtube-nocookie\.com|youtu\.be)\/\S+/gi

/**
 * An address of YouTube's own that leads to another, which stands in it whole; of itself it is no video's.
 */
const REDIRECT = /^(?:https?:\/\/)?(?:[\w-]+\.)*youtube\.com\/redirect\?/i

function youtubeIdIn(text: string): string | undefined {
  for (const [address] of text.matchAll(YOUTUBE_ADDRESS)) {
    const id = REDIRECT.test(address) ? youtubeIdIn(address.replace(REDIRECT, '')) : youtubeIdFrom(address)
    if (id !== undefined) return id
  }
  return undefined
}

/**
 * The YouTube id of the first link to a video in what was shared, wherever it stands, also within a link that
 * leads there; undefined when there is none.
 */
export function sharedYoutubeId({ url, text, title }: Shared): string | undefined {
  for (const part of [url, text, title]) {
    const id = youtubeIdIn(part) ?? youtubeIdIn(decodedParts(part))
    if (id !== undefined) return id
  }
  return undefined
}

/** Was anything shared at all? */
export const isAnythingShared = ({ url, text, title }: Shared): boolean =>
  [url, text, title].some((part) => part.trim() !== '')
