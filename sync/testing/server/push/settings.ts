import { SETTING_NAMES } from '#domain/setting-names.ts'
import { joinSetting } from '../joins.ts'
import { bigint, byteLength, Failure, jsonbText, text, uuid } from '../values.ts'
import type { Work } from '../work.ts'
import { clamped } from './clamped.ts'
import { ownRow } from './own-row.ts'
import { required } from './required.ts'
import { answersOf, type PushedRow, type RowAnswer } from './row-answers.ts'
import { upsert } from './upsert.ts'

/** `private.merge_settings`, `private.answer_settings`. */
export function pushSettings(work: Work, me: string, batch: PushedRow[]): RowAnswer[] {
  const now = work.now()
  const rows = batch.map((row) => ({
    id: text(row['id']),
    user_id: uuid(row['user_id']) ?? me,
    name: text(row['name']),
    value: row['value'] ?? null,
    edited_at: bigint(row['edited_at']),
  }))
  const proposals = rows.map((row) => {
    const stored = ownRow(work, 'settings', row.id, me)
    const same = stored !== undefined && jsonbText(stored['value']) === jsonbText(row.value)
    return { ...row, edited_at: clamped(work, row.edited_at, now, same ? stored['edited_at'] : undefined) }
  })
  upsert(
    work,
    'settings',
    me,
    proposals,
    (row) => {
      required(row.name, row.value)
      if (row.edited_at < 0) throw new Failure('23514', 'settings_edited_at_positive')
      if (!SETTING_NAMES.has(row.name ?? '')) throw new Failure('23514', 'settings_name_known')
      if (byteLength(jsonbText(row.value)) > 8192) throw new Failure('23514', 'settings_value_length')
      return { ...row, id: `${row.user_id}|${row.name}` }
    },
    joinSetting,
  )
  return answersOf(work, 'settings', me, rows, (stored, row) =>
    stored['name'] === row.name && stored['user_id'] === row.user_id
      ? jsonbText(stored['value']) === jsonbText(row.value) && stored['edited_at'] === row.edited_at
      : undefined,
  )
}
