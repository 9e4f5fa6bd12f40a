import * as v from 'valibot'
import { ChannelRefusal } from './refusal.ts'

const Flag = v.nullish(v.boolean(), false)
const Config = v.object({
  private: Flag,
  broadcast: v.nullish(v.object({ self: Flag, ack: Flag, replay: v.nullish(v.unknown()) }), {}),
  presence: v.nullish(v.object({ key: v.nullish(v.string(), ''), enabled: Flag }), {}),
  postgres_changes: v.nullish(v.array(v.unknown()), []),
})
const Join = v.object({
  config: v.nullish(Config, {}),
  access_token: v.nullish(v.string()),
  user_token: v.nullish(v.string()),
})
export type JoinConfig = v.InferOutput<typeof Config>

/** How somebody wants a channel, and the token they give if any; throws `ChannelRefusal` for what there is not. */
export function parseJoin(payload: unknown): { config: JoinConfig; token: string | null } {
  const parsed = v.safeParse(Join, payload)
  if (!parsed.success) throw new ChannelRefusal('InvalidJoinPayload', parsed.issues[0].message)
  const { config, access_token, user_token } = parsed.output
  if (config.postgres_changes.length > 0) {
    throw new ChannelRefusal(
      'NotSupported',
      'postgres_changes is not supported by the local stack; send a broadcast instead',
    )
  }
  if (config.broadcast.replay) {
    throw new ChannelRefusal('NotSupported', 'broadcast replay is not supported by the local stack')
  }
  return { config, token: access_token ?? user_token ?? null }
}

const AccessToken = v.object({ access_token: v.nullish(v.string(), null) })

/** What an `access_token` event brings; null when nothing new. */
export function parseAccessToken(payload: unknown): string | null {
  const parsed = v.safeParse(AccessToken, payload)
  return parsed.success ? parsed.output.access_token : null
}

const PresenceEvent = v.object({
  event: v.pipe(v.string(), v.toLowerCase(), v.picklist(['track', 'untrack'])),
  payload: v.nullish(v.record(v.string(), v.unknown()), {}),
})

/** Null for what is neither `track` with an object nor `untrack`. */
export function parsePresence(payload: unknown): v.InferOutput<typeof PresenceEvent> | null {
  const parsed = v.safeParse(PresenceEvent, payload)
  return parsed.success ? parsed.output : null
}
