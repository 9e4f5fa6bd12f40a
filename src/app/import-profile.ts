import * as v from 'valibot'
import type { ProfileEntry, ProfileImport } from '#domain/export.ts'
import type { ProfileFields } from '#domain/profile.ts'
import type { App } from './app.ts'
import { RestFailure } from './rest.ts'
import { saveProfile } from './save-profile.ts'
import { rowOf } from '#database/server-row.ts'

const text = v.nullable(v.string())
const Shown = rowOf('rpc/own_profile', {
  display_name: text,
  bio: text,
  channel_url: text,
  interests: v.nullable(v.array(v.string())),
})
const Hidden = v.tuple([rowOf('profile_private', { area: text })])

/**
 * Brings what an export's profile tells into the person's own, where that tells nothing; online only, as every change of a profile (spec §2). What it tells the server
 * is asked: the device may not know it yet.
 */
export async function importProfile(
  app: App,
  userId: string,
  entry: ProfileEntry | undefined,
): Promise<ProfileImport> {
  if (entry === undefined) return 'none'
  try {
    const missing = whatIsMissing(await ownProfile(app, userId), entry)
    if (Object.keys(missing).length === 0) return 'none'
    const saved = await saveProfile(app, userId, missing)
    if (saved.ok) return 'added'
    return saved.code === 'invalid' ? 'refused' : 'offline'
  } catch (error) {
    if (error instanceof RestFailure) return 'offline'
    throw error
  }
}

async function ownProfile({ rest }: Pick<App, 'rest'>, userId: string): Promise<ProfileEntry> {
  const [shown, hidden] = await Promise.all([
    rest('rpc/own_profile', { body: {}, asPerson: true }),
    rest('profile_private', { params: { select: 'area', user_id: `eq.${userId}` }, asPerson: true }),
  ])
  const [told, private_] = [v.safeParse(Shown, shown.body), v.safeParse(Hidden, hidden.body)]
  if (!told.success || !private_.success) throw new RestFailure('server')
  const { display_name, bio, channel_url, interests } = told.output
  return {
    display_name: display_name ?? '',
    bio: bio ?? '',
    channel_url: channel_url ?? '',
    interests: interests ?? [],
    area: private_.output[0].area ?? '',
  }
}

const whatIsMissing = (own: ProfileEntry, entry: ProfileEntry): Partial<ProfileFields> => ({
  ...(own.display_name === '' && entry.display_name && { display_name: entry.display_name }),
  ...(own.bio === '' && entry.bio && { bio: entry.bio }),
  ...(own.channel_url === '' && entry.channel_url && { channel_url: entry.channel_url }),
  ...(own.area === '' && entry.area && { area: entry.area }),
  ...(own.interests.length === 0 && entry.interests.length > 0 && { interests: entry.interests }),
})
