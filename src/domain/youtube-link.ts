import { plainTyped } from './typed-text.ts'
import { isYoutubeId } from './youtube.ts'

/** After /embed/ a list or a channel's broadcast may stand, whose words are as long as an id. */
const IN_ADDRESS =
  /(?:youtu\.be\/|\/(?:v|e|vi|vi_webp|embed|shorts|live|watch|video|source)\/|[?&;!]v=|\byoutube:(?:\/\/)?)(?!videoseries|live_stream)([A-Za-z0-9_-]{11})(?![A-Za-z0-9_-])/i

/** What is percent-encoded, as it was; what is not well encoded stays. */
export const decodedParts = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })

/**
 * The id in any YouTube address (youtu.be, /v/, /embed/, /shorts/, /live/, watch?v=, YouTube Studio's), also
 * in one that leads there, or in a bare id; undefined when there is none (spec §5).
 */
export function youtubeIdFrom(text: string): string | undefined {
  const plain = plainTyped(text)
  if (isYoutubeId(plain)) return plain
  return IN_ADDRESS.exec(plain)?.[1] ?? IN_ADDRESS.exec(decodedParts(decodedParts(plain)))?.[1]
}
