import { deletesUnvisited, isPrivateWindow } from './browser-abilities.ts'

/**
 * How long this browser keeps what is stored here: `lasting` until the person deletes it; `until-full` until the device has no space left;
 * `week` until it was not used for seven days; `window` until the private window is closed.
 */
export type StorageLifetime = 'lasting' | 'until-full' | 'week' | 'window'

export async function storageLifetime(): Promise<StorageLifetime> {
  if (await isPrivateWindow()) return 'window'
  const isPersisted = await Promise.resolve(navigator.storage?.persisted?.()).catch(() => false)
  if (isPersisted) return 'lasting'
  return deletesUnvisited() ? 'week' : 'until-full'
}
