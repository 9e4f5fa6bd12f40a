import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startStack } from '../../supabase/local/stack.ts'
import './stack-context.ts'

/** The embedded stack with the production build and the seed alone, the same on every machine. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirutomo-pictures-'))
  const stack = await startStack({
    dataDir,
    apiPort: 0,
    webPort: 0,
    serveWeb: true,
    leftUncalled: ['send_pushes', 'refresh_videos'],
  })
  await settleTheDays(stack.addresses.db)
  project.provide('stack', stack.addresses)
  return async () => {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Notifications stand under days of Japan, whatever the device's clock: what was hours ago is minutes ago here, and what was longer ago whole
 * days, so that each stands under the same day from half past midnight on.
 */
async function settleTheDays(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  // The database lets nobody say when something was told
  await client.query(`
    alter table public.notifications disable trigger user;
    update public.notifications
    set created_at = now() - case
      when now() - created_at < interval '1 day' then (now() - created_at) / 60
      else make_interval(days => ceil(extract(epoch from now() - created_at) / 86400)::int)
    end;
    alter table public.notifications enable trigger user`)
  await client.end()
}
