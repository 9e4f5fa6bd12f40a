import * as v from 'valibot'
import type { Channel } from '#domain/creator.ts'
import { draftKey, readDraft, writeDraft } from '#platform/drafts.ts'

const ChannelDraft = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ channel_url: v.string(), channel_title: v.string() }),
)

/** What was typed and not sent survives a reload; removed when the account leaves the device. null when nothing was typed. */
export function readChannelDraft(userId: string): Channel | null {
  const draft = v.safeParse(ChannelDraft, readDraft(draftKey(userId, 'channel')))
  return draft.success ? draft.output : null
}
export const keepChannelDraft = (userId: string, channel: Channel | null): void =>
  writeDraft(draftKey(userId, 'channel'), channel && JSON.stringify(channel))

export const readImportDraft = (userId: string): string => readDraft(draftKey(userId, 'import-videos')) ?? ''
export const keepImportDraft = (userId: string, text: string): void =>
  writeDraft(draftKey(userId, 'import-videos'), text === '' ? null : text)
