import type { ProfileFailure, ProfileResult } from '#domain/profile.ts'
import type { App } from './app.ts'
import { saveAvatarUrl } from './save-profile.ts'
import { StorageFailure } from './storage.ts'

const YEAR_S = 31_536_000
/** How table profiles names a file of the bucket. */
const addressOf = (path: string): string => `/storage/v1/object/public/avatars/${path}`

/**
 * Puts a picture (webp, jpeg or png) in the place of a person's own. Each has a name of its own, so that it may be kept for ever; the earlier ones are removed
 * once nobody is led to them any more.
 */
export async function changeAvatar(app: App, userId: string, picture: Blob): Promise<ProfileResult> {
  const kind = picture.type === 'image/jpeg' ? 'jpg' : picture.type === 'image/png' ? 'png' : 'webp'
  const path = `${userId}/${crypto.randomUUID()}.${kind}`
  try {
    await upload(app, userId, path, picture)
  } catch (error) {
    return { ok: false, code: codeOf(error) }
  }
  const saved = await saveAvatarUrl(app, userId, addressOf(path))
  if (saved.ok) await removeAll(app, userId, path)
  // An answer that was lost may have been a yes: then the profile names the file.
  else if (saved.code !== 'offline') await (await app.storage()).remove('avatars', [path]).catch(() => {})
  return saved
}

export async function removeAvatar(app: App, userId: string): Promise<ProfileResult> {
  const saved = await saveAvatarUrl(app, userId, null)
  if (saved.ok) await removeAll(app, userId)
  return saved
}

/** A folder holds few files: what earlier attempts left makes way. */
async function upload(app: App, userId: string, path: string, picture: Blob): Promise<void> {
  const storage = await app.storage()
  const send = () => storage.upload('avatars', path, picture, { cacheSeconds: YEAR_S })
  try {
    await send()
  } catch (error) {
    if (!(error instanceof StorageFailure && error.code === 'forbidden')) throw error
    await removeAll(app, userId, app.account.read()?.avatarUrl?.slice(addressOf('').length))
    await send()
  }
}

/** What cannot be removed now is tried again with the next change. */
async function removeAll(app: App, userId: string, but?: string): Promise<void> {
  try {
    const storage = await app.storage()
    const paths = await storage.list('avatars', userId)
    await storage.remove(
      'avatars',
      paths.filter((path) => path !== but),
    )
  } catch {
    // The picture itself has been changed.
  }
}

function codeOf(error: unknown): ProfileFailure {
  if (!(error instanceof StorageFailure)) return 'server'
  if (error.code === 'offline' || error.code === 'timeout') return 'offline'
  if (error.code === 'signed_out') return 'signed_out'
  return error.code === 'too_large' || error.code === 'wrong_type' ? 'invalid' : 'server'
}
