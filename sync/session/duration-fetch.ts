import * as v from 'valibot'

const Session = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ expires_in: v.number(), expires_at: v.number() }),
)

/**
 * A fetch for supabase-js that hands sessions on without `expires_at`. Guarantee: the auth client, which
 * compares it with the device's clock, computes it from `expires_in` and the time of arrival.
 */
export const durationFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init)
    if (!answer.ok) return answer
    const session = v.safeParse(Session, await answer.clone().text())
    if (!session.success) return answer
    const { expires_at: _byServer, ...rest } = session.output
    return Response.json(rest, { status: answer.status })
  }
