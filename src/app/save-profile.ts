import * as v from 'valibot'
import type { ProfileFields, ProfileResult } from '#domain/profile.ts'
import type { App } from './app.ts'
import { RestFailure } from './rest.ts'
import type { Changes } from '#database/server-row.ts'

/**
 * Saves what a person changed about their own profile. Online only: others see it at once. What nobody else may read goes first, because the server may
 * refuse it; a second try repeats both and changes nothing twice.
 */
export async function saveProfile(
  app: App,
  userId: string,
  changes: Partial<ProfileFields>,
): Promise<ProfileResult> {
  const { birth_date, gender, area, channel_url, ...rest } = changes
  const hidden = orNull({ birth_date, gender, area })
  const shown = { ...rest, ...orNull({ channel_url }) }
  try {
    if (Object.keys(hidden).length > 0)
      await app.rest('profile_private', {
        params: { user_id: `eq.${userId}` },
        change: hidden,
        asPerson: true,
      })
    if (Object.keys(shown).length > 0) await changeProfile(app, userId, shown)
    await pullProfile(app)
    return { ok: true }
  } catch (error) {
    return refusalOf(error)
  }
}

/** Sets or takes away the picture of a profile, by its path below the API. */
export async function saveAvatarUrl(app: App, userId: string, path: string | null): Promise<ProfileResult> {
  try {
    await changeProfile(app, userId, { avatar_url: path })
    await pullProfile(app)
    return { ok: true }
  } catch (error) {
    return refusalOf(error)
  }
}

const changeProfile = (app: App, userId: string, change: Changes['profiles']) =>
  app.rest('profiles', { params: { id: `eq.${userId}` }, change, asPerson: true })

/** What was saved comes by a pull: asks for it now and waits until the device holds it, but not for everything else, and does not fail for it. */
async function pullProfile(app: App): Promise<void> {
  const state = app.keeper.state.read()
  if (state.status !== 'open') return
  const { ownProfile$, syncNow } = state.opened
  let watching: { unsubscribe(): void } | undefined
  let known = 0
  const arrived = new Promise<void>((resolve) => {
    // The first is what the device holds already
    watching = ownProfile$.subscribe(() => known++ > 0 && resolve())
  })
  await Promise.race([arrived, syncNow().catch(() => {})])
  watching?.unsubscribe()
}

/** What is not told is null in the table. */
const orNull = (values: Record<string, string | undefined>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value || null]])),
  )

const Settled = v.picklist(['gender_settled', 'birth_date_settled'])

function refusalOf(error: unknown): ProfileResult {
  if (!(error instanceof RestFailure)) return { ok: false, code: 'server' }
  const { code, hint } = error
  if (v.is(Settled, hint)) return { ok: false, code: hint }
  if (code === 'timeout' || code === 'offline') return { ok: false, code: 'offline' }
  return { ok: false, code: code === 'signed_out' || code === 'invalid' ? code : 'server' }
}
