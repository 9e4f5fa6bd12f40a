import type { App } from './app.ts'

/** What happens to edits that the server does not have. */
export type Leaving = 'send' | 'keep' | 'discard'

const SEND_LIMIT_MS = 20_000

/** Signs out and leaves nothing of the account readable here. false: sending was asked for and did not succeed; still signed in. */
export async function leave(
  { keeper, session }: Pick<App, 'keeper' | 'session'>,
  how: Leaving,
): Promise<boolean> {
  const state = keeper.state.read()
  const opened = state.status === 'open' ? state.opened : undefined
  if (how === 'send' && opened) {
    const limit = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('timeout')), SEND_LIMIT_MS),
    )
    const sent = await Promise.race([opened.syncNow(), limit]).then(
      () => true,
      () => false,
    )
    if (!sent) return false
  }
  const userId = opened?.store.userId
  if (userId) forgetDrafts(userId)
  if (how !== 'keep') keeper.removeOnClose()
  await session.signOut()
  await keeper.closed()
  return true
}

/** Unfinished texts that forms keep per person. */
function forgetDrafts(userId: string): void {
  const prefix = `mirutomo-draft:${userId}:`
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
