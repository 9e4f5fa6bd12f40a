import type { AuthResult } from '#domain/account.ts'
import type { App } from './app.ts'
import { RestFailure } from './rest.ts'

type Fields = { username: string; display_name: string; bio: string; channel_url: string }

/** Saves what a person may change about their own profile. Online only: others see it at once. */
export async function saveProfile(app: App, userId: string, fields: Fields): Promise<AuthResult> {
  try {
    await app.rest('profiles', {
      params: { id: `eq.${userId}` },
      change: { ...fields, channel_url: fields.channel_url || null },
      asPerson: true,
    })
    const state = app.keeper.state.read()
    // The saved profile comes by the next pull: ask for it now, but do not fail for it.
    if (state.status === 'open') await state.opened.syncNow().catch(() => {})
    return { ok: true, value: null }
  } catch (error) {
    const code = error instanceof RestFailure ? error.code : 'server'
    if (code === 'timeout') return { ok: false, code: 'offline' }
    return {
      ok: false,
      code: code === 'offline' || code === 'signed_out' || code === 'invalid' ? code : 'server',
    }
  }
}
