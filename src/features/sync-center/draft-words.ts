import * as v from 'valibot'
import type { About } from '#sync/outbox/subject.ts'

/** The forms of which something is kept, by the name of their draft. */
const FORMS = new Map([
  ['profile', 'プロフィール'],
  ['channel', 'チャンネルの登録'],
  ['booking', 'プロモーション枠の予約'],
  ['contact', 'お問い合わせ'],
  ['report', '通報'],
  ['event', 'イベント'],
  ['import-videos', '動画の取り込み'],
])
const MESSAGE = 'message:'
const MESSAGE_EDIT = 'message:edit-'
const YOUTUBE_ID = /^[\w-]{11}$/

/** In which form, or to change what, this was written; undefined for what is about something that has a name (`draftAbout`). */
export function formOf(name: string): string | undefined {
  return FORMS.get(name.replace(/^(event|report)-.*/, '$1'))
}

export const isMessageEdit = (name: string): boolean => name.startsWith(MESSAGE_EDIT)

/** The conversation or the video that a draft is about; undefined for a form, or an unknown one. */
export function draftAbout(name: string): About | undefined {
  if (formOf(name) !== undefined || isMessageEdit(name)) return undefined
  if (name.startsWith(MESSAGE)) {
    const document = { conversation_id: name.slice(MESSAGE.length) }
    return { collection: 'messages', id: name, document }
  }
  return YOUTUBE_ID.test(name) ? { collection: 'ratings', id: name, document: { video_id: name } } : undefined
}

/** What a person typed into a form, in this order. */
const FIELDS = [
  'display_name',
  'channel_url',
  'title',
  'description',
  'place',
  'url',
  'bio',
  'body',
  'message',
] as const
const Form = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

/** The text to read and to copy. Of a form what was typed into it, '' when it was only chosen. */
export function draftText(name: string, kept: string): string {
  const form = formOf(name) === undefined ? undefined : v.safeParse(Form, kept)
  if (form === undefined || !form.success) return kept
  return FIELDS.flatMap((field) => {
    const text = form.output[field]
    return typeof text === 'string' && text.trim() !== '' ? [text] : []
  }).join('\n')
}
