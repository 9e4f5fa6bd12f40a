import { randomBytes, randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import * as v from 'valibot'
import { Connection } from '../../../supabase/tests/database.ts'
import { type Member, signUpAdult } from '../../support/member.ts'
import { setUpSecondFactor } from '../../support/second-factor.ts'
import { anonymousClient } from '../../support/session.ts'
import type { Role } from '../permission-matrix.ts'

export type Cast = {
  /** As the database's owner: brings rows to where a cell needs them, and looks what became of them. */
  sql: Connection
  people: Record<Role, Member>
  /** Whom self talks with, and somebody self has nothing to do with. */
  friend: Member
  stranger: Member
  /** The creator's. */
  video: { id: string; youtube_id: string; title: string }
  /** A rating of the friend's. */
  rating: string
  /** Self and the friend; self and who is blocked, from before. */
  talks: { friend: string; blocked: string }
  letters: { friend: string; blocked: string }
  connections: { friend: string; blocked: string }
  /** Something that was told to self. */
  notification: string
  slot: string
  /** A slot with a price that nobody has booked, and a booking of self's in another one that is shown today. */
  bookable: string
  booking: { id: string; slot: string; intent: string }
  /** Events: one that self holds, and one of the friend's. */
  events: { own: string; friends: string }
  /** Something an admin did. */
  act: string
  genre: string
  /** Self's, in storage. */
  document: string
}

/** Fresh accounts, none of which another test knows, and what lies between them. */
export async function gatherCast(): Promise<Cast> {
  const stack = inject('stack')
  const member = (): Promise<Member> => signUpAdult(stack)
  const people: Record<Role, Member> = {
    nobody: { id: randomUUID(), client: anonymousClient(stack) },
    self: await member(),
    other: await member(),
    blocked: await member(),
    premium: await member(),
    lapsed: await member(),
    creator: await member(),
    admin: await member(),
  }
  const [friend, stranger] = [await member(), await member()]
  const sql = await Connection.open()
  const { self, blocked, premium, lapsed, creator, admin } = people
  const id = async (query: string, values: unknown[]): Promise<string> =>
    v.parse(v.string(), await sql.value(query, values))

  await sql.rows(
    `update public.profiles set is_premium = true, premium_plan = 'monthly', premium_expiry = now() + '30 days' where id = $1`,
    [premium.id],
  )
  await sql.rows(
    `update public.profiles set is_premium = true, premium_plan = 'monthly', premium_expiry = now() - '1 day'::interval where id = $1`,
    [lapsed.id],
  )
  await sql.rows(
    `insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title) values ($1, $2, $3, '行列の人')`,
    [creator.id, `UC${creator.id.replaceAll('-', '').slice(-22)}`, `https://www.youtube.com/@${creator.id}`],
  )
  await sql.rows(`update public.profiles set role = 'youtuber', youtuber_profile_id = id where id = $1`, [
    creator.id,
  ])
  await sql.rows(`update public.profiles set role = 'admin' where id = $1`, [admin.id])
  await setUpSecondFactor(admin.client)
  for (const { id: person } of [...Object.values(people), friend].filter(
    ({ id: known }) => known !== people.nobody.id,
  ))
    await sql.checkAges([person])

  const [video] = await sql.createVideos(1)
  if (video === undefined) throw new Error('no video')
  const title = `行列${randomBytes(6).toString('hex')}`
  await sql.rows('update public.videos set title = $2, youtuber = $3 where id = $1', [
    video.id,
    title,
    creator.id,
  ])
  const rating = await id(
    `insert into public.video_ratings (user_id, video_id, overall, edited_at) values ($1, $2, 4, '{}') returning id`,
    [friend.id, video.youtube_id],
  )
  await sql.rows(
    `insert into public.video_ratings (user_id, video_id, overall, comment, edited_at) values ($1, $2, 3, '行', '{}')`,
    [self.id, video.youtube_id],
  )
  const talks = {
    friend: await sql.openConversation(self.id, friend.id),
    blocked: await sql.openConversation(self.id, blocked.id),
  }
  const letter = (talk: string): Promise<string> =>
    id(
      `insert into public.messages (conversation_id, sender_id, body, sent_at) values ($1, $2, '行', 1) returning id`,
      [talk, self.id],
    )
  const letters = { friend: await letter(talks.friend), blocked: await letter(talks.blocked) }
  const connect = (other: Member): Promise<string> =>
    id(`insert into public.connections (user_id, connected_user_id) values ($1, $2) returning id`, [
      self.id,
      other.id,
    ])
  const connections = { friend: await connect(friend), blocked: await connect(blocked) }
  await sql.rows('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [self.id, blocked.id])

  const slot = (): Promise<string> =>
    id(`insert into public.promotion_slots (name, type) values ('行', 'home') returning id`, [])
  const bookable = await slot()
  await sql.rows('insert into public.slot_prices (slot_id, price_per_day) values ($1, 500)', [bookable])
  const [shown, intent] = [await slot(), `pi_${randomUUID()}`]
  const booking = await id(
    `insert into public.slot_bookings (
       user_id, youtuber_id, slot_id, video_id, start_date, end_date, duration, amount_paid, status, payment_status, payment_intent_id
     ) values ($1, $1, $2, $3, private.day_in_japan() - 1, private.day_in_japan() + 6, 7, 3500, 'active', 'succeeded', $4) returning id`,
    [self.id, shown, video.id, intent],
  )

  const event = (organizer: Member): Promise<string> =>
    id(
      `insert into public.events (id, organizer_id, title, starts_at, ends_at, is_online, place)
       values (gen_random_uuid(), $1, '行', now() + interval '1 day', now() + interval '2 days', false, '列') returning id`,
      [organizer.id],
    )

  return {
    sql,
    people,
    friend,
    stranger,
    video: { ...video, title },
    rating,
    talks,
    letters,
    connections,
    notification: await id(
      `insert into public.notifications (user_id, type, title) values ($1, 'system', '行') returning id`,
      [self.id],
    ),
    slot: await slot(),
    bookable,
    booking: { id: booking, slot: shown, intent },
    events: { own: await event(self), friends: await event(friend) },
    act: await id(
      `insert into public.admin_acts (admin_id, act, subject_type, subject_id) values ($1, 'suspend', 'person', $2) returning id`,
      [admin.id, self.id],
    ),
    genre: `matrix-${randomBytes(4).toString('hex')}`,
    document: await id(
      `insert into storage.objects (bucket_id, name) values ('verification', $1) returning name`,
      [`${self.id}/${randomUUID()}.jpg`],
    ),
  }
}
