import { channelAt, type Channel } from './channels.ts'

/** A video as the stand-in knows it. `duration` in seconds; `publishedAt` ISO 8601. */
export type KnownVideo = {
  id: string
  title: string
  description: string
  channel: Channel
  duration: number
  views: number
  publishedAt: string
  isPublic: boolean
  isEmbeddable: boolean
}

const ID = /^ch(\d\d)(?:video(0[1-9]|1\d|20)|private|noembed)$/
const TOPICS = ['はじめまして', '朝の支度', '道具の話', '質問に答えます', '散歩しながら', '振り返り']
const NEWEST_MS = Date.parse('2026-09-01T03:00:00Z')
const DAY_MS = 86_400_000

/** One of the 99 channels of the made catalogue: `@local-channel-01` to `@local-channel-99`. */
export function madeChannel(number: number): Channel {
  const two = String(number).padStart(2, '0')
  return channelAt(`https://www.youtube.com/@local-channel-${two}`, `ローカルチャンネル${two}`)
}

export const MADE_CHANNELS: readonly Channel[] = Array.from({ length: 99 }, (_, index) =>
  madeChannel(index + 1),
)

/**
 * A video of the made catalogue: channel 07 has `ch07video01` to `ch07video20`, `ch07private`, which is not public, and `ch07noembed`, which must not be embedded;
 * undefined for every other id.
 */
export function madeVideo(id: string): KnownVideo | undefined {
  const found = ID.exec(id)
  const channel = MADE_CHANNELS[Number(found?.[1]) - 1]
  if (!found || !channel) return undefined
  const number = Number(found[2] ?? 0)
  return {
    id,
    title: `${TOPICS[number % TOPICS.length]} #${number}（${channel.title}）`,
    description: `${channel.title}の動画です。`,
    channel,
    duration: 95 + number * 131,
    views: 1_200 + number * 347,
    publishedAt: new Date(NEWEST_MS - number * 9 * DAY_MS).toISOString(),
    isPublic: !id.endsWith('private'),
    isEmbeddable: !id.endsWith('noembed'),
  }
}
