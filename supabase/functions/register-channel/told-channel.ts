import { CHANNEL_TITLE_MAX_LENGTH, channelUrlFrom } from '../../../src/domain/channel.ts'
import { isPlainName } from '../../../src/domain/profile.ts'
import { HIDDEN_OR_TURNING } from '../../../src/domain/text.ts'
import type { YoutubeChannel } from '../_shared/youtube-api.ts'

/** What is stored of a channel, by the names of its columns. */
export type ToldChannel = { channel_id: string; channel_url: string; channel_title: string }

export function toldChannel({ id, snippet: { title, customUrl } }: YoutubeChannel): ToldChannel {
  const address = customUrl.startsWith('@') ? channelUrlFrom(customUrl) : undefined
  return {
    channel_id: id,
    channel_url: address ?? `https://www.youtube.com/channel/${id}`,
    channel_title: shown(title) ?? (address ? customUrl : id),
  }
}

/** Without characters that hide text or turn its direction; undefined if nothing is left to see. */
function shown(title: string): string | undefined {
  const characters = Array.from(title.toWellFormed().normalize('NFC')).filter(
    (character) => !HIDDEN_OR_TURNING.test(character),
  )
  const plain = characters.slice(0, CHANNEL_TITLE_MAX_LENGTH).join('').trim()
  return isPlainName(plain) ? plain : undefined
}
