import { youtubeIdFrom } from './youtube.ts'

/** What another app hands over (Web Share Target); which of the three holds the link differs from app to app. */
export type Shared = { title: string; text: string; url: string }

/** An address of YouTube's own, with or without https:// — never one that only has YouTube's name inside. */
const YOUTUBE_ADDRESS =
  /(?<![\w./@-])(?:https?:\/\/)?(?:[\w-]+\.)*(?:youtube\.com|youtube-nocookie\.com|youtu\.be)\/\S+/gi

/** The YouTube id of the first link to a video in what was shared, wherever it stands; undefined when there is none. */
export function sharedYoutubeId({ url, text, title }: Shared): string | undefined {
  for (const part of [url, text, title]) {
    for (const [address] of part.matchAll(YOUTUBE_ADDRESS)) {
      const id = youtubeIdFrom(address)
      if (id !== undefined) return id
    }
  }
  return undefined
}

/** Was anything shared at all? */
export const isAnythingShared = ({ url, text, title }: Shared): boolean =>
  [url, text, title].some((part) => part.trim() !== '')
