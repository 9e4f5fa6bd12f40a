import type { App } from './app.ts'

/** Pushes and pulls now. Rejects when there is no open database or the round failed. */
export async function syncNow({ keeper }: Pick<App, 'keeper'>): Promise<void> {
  const state = keeper.state.read()
  if (state.status !== 'open') throw new Error('the database is not open')
  await state.opened.syncNow()
}
