import { NOTIFICATION_FLAGS, NOTIFICATION_NUMBERS, PREFERENCE_PREFIX } from './notification-preferences.ts'

/** Whom the person looks for. */
export const MATCHING_FILTER = 'matching-filter'
/** Holds `busy` while a person wants to be shown so. */
export const PRESENCE_SETTING = 'presence'

/** The settings that follow an account over its devices; the server takes no others. `theme` stands in exports of earlier builds. */
export const SETTING_NAMES: ReadonlySet<string> = new Set([
  MATCHING_FILTER,
  PRESENCE_SETTING,
  'theme',
  ...Object.keys({ ...NOTIFICATION_FLAGS, ...NOTIFICATION_NUMBERS }).map(
    (name) => `${PREFERENCE_PREFIX}${name}`,
  ),
])
