import { map, type Observable } from 'rxjs'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import {
  NOTIFICATION_FLAGS,
  NOTIFICATION_NUMBERS,
  type NotificationFlag,
  type NotificationNumber,
  preferenceSetting,
} from '#domain/notification-preferences.ts'
import type { SyncState } from '#domain/sync-state.ts'
import { documents } from '#sync/collections/live.ts'
import { changeSetting, settingId } from '#sync/collections/settings.ts'
import { withSync } from '#sync/status.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast-list.ts'

export type PreferenceName = NotificationFlag | NotificationNumber
export type Preferences = {
  isOn: (flag: NotificationFlag) => boolean
  numberOf: (name: NotificationNumber) => number
  /** Where the changes of these are on their way, the least advanced of them; null when none was ever made. */
  syncOf: (names: readonly PreferenceName[]) => SyncState | null
}

const LEAST_FIRST = ['attention', 'local', 'sending', 'saved'] as const satisfies readonly SyncState[]

/** What the person states, from this device; what they never stated is as the product says. */
export function preferencesOf(store: Store): Observable<Preferences> {
  const settings$ = withSync(store, 'settings', documents(store.collections.settings.find()))
  return settings$.pipe(
    map((settings) => {
      const known = new Map(settings.map((setting) => [setting.id, setting]))
      const find = (name: PreferenceName) => known.get(settingId(store.userId, preferenceSetting(name)))
      return {
        isOn: (flag) => {
          const value = find(flag)?.value
          return typeof value === 'boolean' ? value : NOTIFICATION_FLAGS[flag]
        },
        numberOf: (name) => {
          const value = find(name)?.value
          return typeof value === 'number' ? value : NOTIFICATION_NUMBERS[name]
        },
        syncOf: (names) => {
          const states = new Set(names.map((name) => find(name)?.sync))
          return LEAST_FIRST.find((state) => states.has(state)) ?? null
        },
      }
    }),
  )
}

/** Stores it on this device, and says so when that could not be. */
export async function changePreference(
  store: Store,
  name: PreferenceName,
  value: boolean | number,
): Promise<void> {
  try {
    await changeSetting(store, preferenceSetting(name), value)
  } catch {
    showToast({ kind: 'error', message: ERROR_SENTENCES.notification_settings_failed })
  }
}
