import { join } from 'node:path'
import { createFunctions } from '../../supabase/local/functions/functions.ts'
import { createKeys, newSecrets } from '../../supabase/local/gateway/keys.ts'
import { openServer } from '../../supabase/local/gateway/server.ts'
import type { StackContext } from './stack-context.ts'

/** An edge function of the stack that asks, in place of YouTube, what `answer` says; and where it is. */
export async function serveWithYoutube(
  { api, serviceKey }: StackContext,
  name: string,
  answer: (question: URL) => Response,
): Promise<{ base: string; close: () => Promise<void> }> {
  const port = { port: 0, portName: 'API_PORT', log: console.error } as const
  const youtube = await openServer({
    ...port,
    handle: (request) => Promise.resolve(answer(new URL(request.url))),
  })
  const functions = await createFunctions({
    directory: join(import.meta.dirname, '../../supabase/functions'),
    config: { [name]: { verify_jwt: false } },
    keys: await createKeys(newSecrets(0)),
    env: {
      SUPABASE_URL: api,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: serviceKey }),
      YOUTUBE_API_KEY: 'k',
      YOUTUBE_API_URL: `http://localhost:${youtube.port}`,
    },
  })
  const server = await openServer({ ...port, handle: (request, info) => functions.handle(request, info) })
  const close = async (): Promise<void> => {
    await functions.close()
    await server.close()
    await youtube.close()
  }
  return { base: `http://localhost:${server.port}`, close }
}

/** A refusal as YouTube words it. */
export const complaint = (status: number, reason: string): Response =>
  Response.json({ error: { code: status, message: reason, errors: [{ reason }] } }, { status })
