/**
 * POST {channel_url, replace?}: makes the channel the caller's if its description holds their code
 * (`channelCode`). A caller with another channel gives it up by `replace: true`. Responds {channel_url,
 * channel_title} as stored, also for the channel that the caller has. Refusals: 401 signed_out, 403
 * suspended, 400 invalid, channel_url_invalid or handle_needed, 409 channel_unknown, code_missing,
 * channel_taken or already_registered, 429 rate_limited or quota_exceeded, 503 youtube_unavailable.
 */
import * as v from 'valibot'
import { channelQuery, channelUrlFrom, hasChannelCode } from '../../../src/domain/channel.ts'
import { answering, Refusal } from '../_shared/answers.ts'
import type { Client } from '../_shared/client.ts'
import { serviceClient, writerOf } from '../_shared/project.ts'
import { channelBy } from '../_shared/youtube-api.ts'
import { toldChannel } from './told-channel.ts'

const Order = v.object({
  channel_url: v.pipe(v.string(), v.maxLength(1_000)),
  replace: v.optional(v.boolean(), false),
})
const StoreRefusal = v.picklist(['already_registered', 'channel_taken'])

Deno.serve(
  answering(async (request) => {
    const person = await writerOf(request)
    const order = v.safeParse(Order, await request.json().catch(() => null))
    if (!order.success) throw new Refusal(400, 'invalid')
    const address = channelUrlFrom(order.output.channel_url)
    if (address === undefined) throw new Refusal(400, 'channel_url_invalid')
    const query = channelQuery(address)
    if (query === null) throw new Refusal(400, 'handle_needed')

    const service = serviceClient()
    await requireCheck(service, person)
    const channel = await channelBy(query)
    if (channel === null) throw new Refusal(409, 'channel_unknown')
    if (!hasChannelCode(channel.snippet.description, person)) throw new Refusal(409, 'code_missing')
    const told = toldChannel(channel)
    const { error } = await service.rpc('store_channel', { person, ...told, replaces: order.output.replace })
    if (v.is(StoreRefusal, error?.hint)) throw new Refusal(409, error.hint)
    if (error) throw error
    return { channel_url: told.channel_url, channel_title: told.channel_title }
  }),
)

/** Refusal: 429 rate_limited. */
async function requireCheck(service: Client, person: string): Promise<void> {
  const { data, error } = await service.rpc('count_channel_check', { person })
  if (error) throw error
  if (data !== true) throw new Refusal(429, 'rate_limited')
}
