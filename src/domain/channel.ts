import { isPlainName } from './profile.ts'
import { pastedAddress } from './typed-text.ts'

export const CHANNEL_TITLE_MAX_LENGTH = 100

const BASE = 'https://www.youtube.com/'
const ID = /^UC[A-Za-z0-9_-]{22}$/
const ADDRESS = /^(?:https?:\/\/)?(?:(?:www|m)\.)?youtube\.com\/((?:channel\/|c\/|user\/|@)[^/]+)/i
const PATH = /^(?:channel\/UC[A-Za-z0-9_-]{22}|@[^\s/?#@]{3,60}|c\/[^\s/?#]{1,60}|user\/[A-Za-z0-9]{1,40})$/u

/**
 * The address of a channel in what a person pastes: with or without https, www. or m., of one of its pages,
 * or its handle or id alone. Undefined if there is none.
 */
export function channelUrlFrom(given: string): string | undefined {
  const place = unescaped(pastedAddress(given))
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

/** A filter of `channels.list` of the YouTube Data API. */
export type ChannelQuery = { name: 'id' | 'forHandle' | 'forUsername'; value: string }

/**
 * The filter that finds the channel at an address of `channelUrlFrom`; null under /c/, for which YouTube's
 * API has none.
 */
export function channelQuery(channelUrl: string): ChannelQuery | null {
  const path = channelUrl.slice(BASE.length)
  if (path.startsWith('@')) return { name: 'forHandle', value: path }
  const [kind, value = ''] = path.split('/')
  if (kind === 'channel') return { name: 'id', value }
  return kind === 'user' ? { name: 'forUsername', value } : null
}

/**
 * The code that an account writes into the description of its channel. It is no secret: only who runs a
 * channel can write its description.
 */
export const channelCode = (userId: string): string => `mirutomo-${userId.replaceAll('-', '').slice(-12)}`

/** True if the code stands in the description by itself, not as a part of a longer word. */
export const hasChannelCode = (description: string, userId: string): boolean =>
  new RegExp(`(?:^|[^0-9a-z])${channelCode(userId)}(?![0-9a-z])`, 'i').test(description)

/**
 * Why function `register-channel` registered no channel. `handle_needed`: YouTube cannot find a channel by
 * such an address.
 */
export const CHANNEL_REFUSALS = [
  'signed_out',
  'suspended',
  'channel_url_invalid',
  'handle_needed',
  'channel_unknown',
  'code_missing',
  'channel_taken',
  'already_registered',
  'rate_limited',
  'quota_exceeded',
  'youtube_unavailable',
] as const
export type ChannelFailure = (typeof CHANNEL_REFUSALS)[number] | 'offline' | 'server'
export type ChannelResult = { ok: true } | { ok: false; code: ChannelFailure }
