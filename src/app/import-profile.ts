import type { ProfileEntry, ProfileImport } from '#domain/export.ts'
import type { ProfileFields } from '#domain/profile.ts'
import { plain } from '#sync/collections/live.ts'
import type { Store } from '#sync/store.ts'
import type { App } from './app.ts'
import { saveProfile } from './save-profile.ts'

/** Brings what an export's profile tells into the person's own, where that tells nothing; online only, as every change of a profile (spec §2). */
export async function importProfile(
  app: App,
  { collections, userId }: Pick<Store, 'collections' | 'userId'>,
  entry: ProfileEntry | undefined,
): Promise<ProfileImport> {
  if (entry === undefined) return 'none'
  const held = await collections.profiles.findOne(userId).exec()
  // A device that does not know it yet would overwrite it
  if (held === null) return 'offline'
  const own = plain(held)
  const missing: Partial<ProfileFields> = {
    ...(!own.display_name && entry.display_name && { display_name: entry.display_name }),
    ...(!own.bio && entry.bio && { bio: entry.bio }),
    ...(!own.channel_url && entry.channel_url && { channel_url: entry.channel_url }),
    ...(!own.area && entry.area && { area: entry.area }),
    ...(!own.interests?.length && entry.interests.length > 0 && { interests: entry.interests }),
  }
  if (Object.keys(missing).length === 0) return 'none'
  const saved = await saveProfile(app, userId, missing)
  if (saved.ok) return 'added'
  return saved.code === 'offline' || saved.code === 'server' ? 'offline' : 'refused'
}
