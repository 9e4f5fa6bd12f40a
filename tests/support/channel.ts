import { randomBytes } from 'node:crypto'
import { pageAddress } from '../../supabase/local/gateway/local-secrets.ts'
import type { Member } from './member.ts'
import type { StackContext } from './stack-context.ts'

type Where = Pick<StackContext, 'api' | 'publishableKey'>

/** Id and address of a channel that YouTube does not know, for whoever only has to be a creator. */
export function aChannel(): { channel_id: string; channel_url: string } {
  const channel_id = `UC${randomBytes(11).toString('hex')}`
  return { channel_id, channel_url: `https://www.youtube.com/channel/${channel_id}` }
}

/** Writes the description of a channel where the stack stands for YouTube Studio. */
export async function describeChannel(
  { api, serviceKey }: Pick<StackContext, 'api' | 'serviceKey'>,
  channel: string,
  description: string,
): Promise<void> {
  const body = new URLSearchParams({ channel, description })
  const answer = await fetch(pageAddress(api, 'studio', serviceKey), { method: 'POST', body })
  if (!answer.ok) throw new Error(`no description of ${channel}: ${answer.status}`)
}

/** Asks function `register-channel` as this member, or as nobody; `base` is where it is served. */
export async function askToRegister(
  { api, publishableKey }: Where,
  member: Member | null,
  body: unknown,
  base: string = api,
): Promise<[status: number, answer: unknown]> {
  const session = await member?.client.auth.getSession()
  const token = session?.data.session?.access_token
  const answer = await fetch(`${base}/functions/v1/register-channel`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: publishableKey,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return [answer.status, await answer.json()]
}
