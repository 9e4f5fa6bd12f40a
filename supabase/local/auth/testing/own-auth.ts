import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { withTokenForKey } from '../../gateway/gateway.ts'
import { createKeys, newSecrets, type Keys } from '../../gateway/keys.ts'
import { openServer } from '../../gateway/server.ts'
import type { Mail } from '../../mail/mail.ts'
import { createAuth } from '../auth.ts'
import type { AuthSettings } from '../context.ts'

export const PASSWORD = 'correct-horse-8'
export const uniqueEmail = (name = 'person'): string => `${name}-${randomUUID()}@auth.test`

/** The shared database as the superuser: all login roles have the one password of the data folder. */
export function superuserPool(databaseUrl: string): pg.Pool {
  const url = new URL(databaseUrl)
  url.username = 'supabase_admin'
  return new pg.Pool({ connectionString: url.href, max: 5 })
}

export type OwnAuth = {
  url: string
  keys: Keys
  /** Newest first. */
  mails: Mail[]
  client(key?: string): SupabaseClient
  close(): Promise<void>
}

/** An auth service of the test's own on the shared database, with keys it knows and settings of its choice. */
export async function openOwnAuth(
  databaseUrl: string,
  settings: Partial<AuthSettings> = {},
): Promise<OwnAuth> {
  const adminPool = superuserPool(databaseUrl)
  const keys = await createKeys(newSecrets(Date.now()))
  const mails: Mail[] = []
  let service: Awaited<ReturnType<typeof createAuth>> | undefined
  const server = await openServer({
    port: 0,
    portName: 'API_PORT',
    log: console.error,
    handle: async (request, info) =>
      (await service?.handle(withTokenForKey(request, keys), info)) ?? new Response(null, { status: 503 }),
  })
  const url = `http://127.0.0.1:${server.port}`
  service = await createAuth({
    adminPool,
    keys,
    apiUrl: url,
    siteUrl: 'http://localhost:3000',
    redirectUrls: ['https://app.example/**'],
    settings: {
      emailConfirmations: false,
      minPasswordLength: 8,
      jwtExpirySeconds: 3600,
      refreshReuseIntervalSeconds: 10,
      mailIntervalSeconds: 0,
      rateLimits: { signInsAndSignUps: 1e6, tokenRefreshes: 1e6, tokenVerifications: 1e6, mailsPerHour: 1e6 },
      ...settings,
    },
    sendMail: async (mail) => void mails.unshift(mail),
  })
  return {
    url,
    keys,
    mails,
    client: (key = keys.publishableKey) =>
      createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
    async close() {
      await server.close()
      await adminPool.end()
    },
  }
}
