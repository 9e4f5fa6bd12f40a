import { MATCHING_FILTER } from './matching.ts'
import { NOTIFICATION_FLAGS, NOTIFICATION_NUMBERS, PREFERENCE_PREFIX } from './notification-preferences.ts'
import { PRESENCE_SETTING } from './presence.ts'

/**
 * The settings that follow an account over its devices; the server takes no others. `theme` stands in exports of
 * earlier builds.
 */
export const SETTING_NAMES: ReadonlySet<string> = new Set([
  MATCHING_FILTER,
  PRESENCE_SETTING,
  'theme',
  ...Object.keys({ ...NOTIFICATION_FLAGS, ...NOTIFICATION_NUMBERS }).map(
    (name) => `${PREFERENCE_PREFIX}${name}`,
  ),
])
