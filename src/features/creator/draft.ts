import * as v from 'valibot'
import type { Channel } from '#domain/creator.ts'

/** What was typed and not sent survives a reload; removed when the account leaves the device. */
const keyOf = (userId: string, name: string): string => `mirutomo-draft:${userId}:${name}`

const ChannelDraft = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ channel_url: v.string(), channel_title: v.string() }),
)

/** null when nothing was typed, or where the browser keeps nothing. */
function read(userId: string, name: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId, name))
  } catch {
    return null
  }
}

function keep(userId: string, name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(keyOf(userId, name))
    else localStorage.setItem(keyOf(userId, name), text)
  } catch {
    // Storage that is full or forbidden: the text still stands in the field.
  }
}

export function readChannelDraft(userId: string): Channel | null {
  const draft = v.safeParse(ChannelDraft, read(userId, 'channel'))
  return draft.success ? draft.output : null
}
export const keepChannelDraft = (userId: string, channel: Channel | null): void =>
  keep(userId, 'channel', channel && JSON.stringify(channel))

export const readImportDraft = (userId: string): string => read(userId, 'import-videos') ?? ''
export const keepImportDraft = (userId: string, text: string): void =>
  keep(userId, 'import-videos', text === '' ? null : text)
