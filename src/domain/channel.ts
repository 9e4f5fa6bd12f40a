import { isPlainName } from './profile.ts'

export const CHANNEL_TITLE_MAX_LENGTH = 100

const BASE = 'https://www.youtube.com/'
const ID = /^UC[A-Za-z0-9_-]{22}$/
const ADDRESS = /^(?:https?:\/\/)?(?:(?:www|m)\.)?youtube\.com\/((?:channel\/|c\/|user\/|@)[^/]+)/
const PATH = /^(?:channel\/UC[A-Za-z0-9_-]{22}|@[^\s/?#@]{3,60}|c\/[^\s/?#]{1,60}|user\/[A-Za-z0-9]{1,40})$/u

/**
 * A channel's one address out of whatever people paste: with or without https, www. or m., of one of its pages, or its handle or id alone; undefined when it is
 * none. The database decides by the same rule (`private.channel_url`).
 */
export function channelUrlFrom(given: string): string | undefined {
  const place = unescaped(given)
    ?.replace(/[?#].*$/s, '')
    .trim()
  if (place === undefined) return undefined
  const path = ID.test(place) ? `channel/${place}` : place.startsWith('@') ? place : ADDRESS.exec(place)?.[1]
  return path !== undefined && PATH.test(path) && isPlainName(path) ? BASE + path : undefined
}

function unescaped(text: string): string | undefined {
  try {
    // A percent sign that begins no escape stands for itself
    return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'))
  } catch {
    return undefined
  }
}

/** How YouTube's API asks for a channel by the address that is kept of it; null for one under /c/, which it cannot find. */
export function channelQuery(
  channelUrl: string,
): { name: 'id' | 'forHandle' | 'forUsername'; value: string } | null {
  const path = channelUrl.slice(BASE.length)
  if (path.startsWith('@')) return { name: 'forHandle', value: path }
  const [kind, value = ''] = path.split('/')
  if (kind === 'channel') return { name: 'id', value }
  return kind === 'user' ? { name: 'forUsername', value } : null
}

/** Why the server made nobody a creator, or changed no channel. */
export const CHANNEL_REFUSALS = [
  'channel_url_invalid',
  'channel_title_invalid',
  'channel_taken',
  'already_registered',
  'not_creator',
] as const
export type ChannelFailure = (typeof CHANNEL_REFUSALS)[number] | 'signed_out' | 'offline' | 'server'
export type ChannelResult = { ok: true } | { ok: false; code: ChannelFailure }
