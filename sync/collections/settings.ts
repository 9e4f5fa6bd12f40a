import * as v from 'valibot'
import {
  type CollectionDefinition,
  defineSchema,
  number,
  object,
  PAIR_LENGTH,
  text,
  UUID_LENGTH,
} from './definition.ts'
import { jsonbText } from '../schema/compare-values.ts'
import { mergeRegisters, registersOf, rowOfRegisters } from '../schema/merge-registers.ts'
import { SETTINGS } from '../schema/register-tables.ts'
import { canonical, withVersion } from './join.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'
import { map, type Observable } from 'rxjs'
import { SETTING_VALUE_MAX_BYTES } from '#domain/limits.ts'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import { editTime, InvalidWriteError, writeDocument } from './write.ts'

export type SettingValue = string | number | boolean | SettingValue[] | { [name: string]: SettingValue }

const SettingRow = v.object({
  ...SYNCED,
  id: v.string(),
  user_id: v.string(),
  name: v.string(),
  value: v.custom<SettingValue>((value) => value !== undefined && value !== null),
  edited_at: TimeMs,
})

export type SettingDocument = v.InferOutput<typeof SettingRow>

/** The later edit wins; of two at the same moment, the value whose text is larger. */
export function mergeSetting(mine: SettingDocument, theirs: SettingDocument): SettingDocument {
  const merged = mergeRegisters(SETTINGS, mine, theirs, mine)
  return withVersion(merged, [mine, theirs], (doc) => registersOf(SETTINGS, doc))
}

export const settingId = (userId: string, name: string): string => `${userId}|${name}`

export const settings: CollectionDefinition<SettingDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader<'settings', typeof SettingRow>(SettingRow),
  merge: mergeSetting,
  toRow: (doc) => rowOfRegisters(SETTINGS, doc),
  schema: defineSchema<SettingDocument>('settings', PAIR_LENGTH, {
    user_id: text(UUID_LENGTH),
    name: text(60),
    value: object,
    edited_at: number,
  }),
}

/**
 * Stores a setting of the account, the same on all its devices. Rejects with InvalidWriteError, and stores nothing,
 * when the value is longer than the server takes; it refuses names that are not among `SETTING_NAMES`.
 */
export function changeSetting(store: Store, name: string, value: SettingValue): Promise<void> {
  if (new TextEncoder().encode(jsonbText(value)).length > SETTING_VALUE_MAX_BYTES)
    return Promise.reject(new InvalidWriteError('value'))
  const id = settingId(store.userId, name)
  return writeDocument(store.collections.settings, id, (current) => {
    if (current !== undefined && canonical(current.value) === canonical(value)) return undefined
    const edited_at = editTime(store.now(), current?.edited_at)
    return {
      id,
      user_id: store.userId,
      name,
      value,
      edited_at,
      row_version: 0,
      sync_epoch: current?.sync_epoch ?? '',
    }
  })
}

/** A setting with its sync state, undefined while it was never set. */
export function settingOf(store: Store, name: string): Observable<WithSync<SettingDocument> | undefined> {
  const query = store.collections.settings.find({ selector: { id: settingId(store.userId, name) } })
  return withSync(store, 'settings', documents(query)).pipe(map(([doc]) => doc))
}
