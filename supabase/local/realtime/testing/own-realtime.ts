import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { superuserPool } from '../../auth/testing/own-auth.ts'
import { createKeys, newSecrets, type Keys } from '../../gateway/keys.ts'
import { openServer } from '../../gateway/server.ts'
import type { UpgradableService } from '../../gateway/service.ts'
import { createRealtime } from '../realtime.ts'

export type OwnRealtime = {
  url: string
  keys: Keys
  /** A token of a person, good for so long. */
  tokenFor(userId: string, seconds?: number): Promise<string>
  /** Speaks with whatever token `currentToken` says at the time. */
  client(currentToken?: () => Promise<string>, options?: { vsn?: string }): SupabaseClient
  close(): Promise<void>
}

/** A realtime service of the test's own on the shared database, with keys it knows. */
export async function openOwnRealtime(databaseUrl: string): Promise<OwnRealtime> {
  const adminPool = superuserPool(databaseUrl)
  const superuser = new URL(databaseUrl)
  superuser.username = 'supabase_admin'
  const keys = await createKeys(newSecrets(Date.now()))
  let service: UpgradableService | undefined
  const server = await openServer({
    port: 0,
    portName: 'API_PORT',
    log: console.error,
    handle: async (request, info) =>
      (await service?.handle(request, info)) ?? new Response(null, { status: 503 }),
    upgrade: (request, socket, head) => service?.handleUpgrade(request, socket, head),
  })
  const url = `http://127.0.0.1:${server.port}`
  service = await createRealtime({ adminPool, databaseUrl: superuser.href, keys })
  return {
    url,
    keys,
    tokenFor: (userId, seconds = 3600) =>
      keys.sign({ sub: userId, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + seconds }),
    client: (currentToken, options) => realtimeClient(url, keys.publishableKey, currentToken, options),
    async close() {
      await service?.close()
      await server.close()
      await adminPool.end()
    },
  }
}

export function realtimeClient(
  url: string,
  key: string,
  currentToken?: () => Promise<string>,
  options: { vsn?: string } = {},
): SupabaseClient {
  return createClient(url, key, {
    ...(currentToken ? { accessToken: currentToken } : {}),
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { reconnectAfterMs: () => 50, ...options },
  })
}
