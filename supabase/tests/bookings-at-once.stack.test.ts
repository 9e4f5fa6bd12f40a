import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { dayAhead } from '../../tests/support/booking.ts'
import { Connection } from './database.ts'

const opened: Connection[] = []
const connect = async (): Promise<Connection> => {
  const connection = await Connection.open()
  opened.push(connection)
  return connection
}
afterAll(() => Promise.all(opened.map((connection) => connection.close())))

const REFUSALS = [
  'dates_taken',
  'too_many_pending',
  'booking_not_pending',
  'booking_not_found',
  'payment_begun',
]
const OUTCOMES = ['processing', 'failed', 'succeeded', 'succeeded', 'refunded', 'disputed', 'canceled']

/** Numbers between 0 and 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}

async function makeSlot(on: Connection): Promise<string> {
  const slot = randomUUID()
  await on.rows(`insert into public.promotion_slots (id, name, type) values ($1, '枠', 'search')`, [slot])
  await on.rows('insert into public.slot_prices (slot_id, price_per_day) values ($1, 1000)', [slot])
  return slot
}

type Creator = { person: string; video: string }

async function makeCreator(on: Connection): Promise<Creator> {
  const [person, [video]] = [await on.createPerson(), await on.createVideos(1)]
  if (!video) throw new Error('no video')
  await on.rows('update public.videos set youtuber = $1 where id = $2', [person, video.id])
  await on.rows(
    `insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title) values ($1, $2, $3, '部屋')`,
    [
      person,
      `UC${randomBytes(11).toString('hex')}`,
      `https://www.youtube.com/@${randomBytes(8).toString('hex')}`,
    ],
  )
  return { person, video: video.id }
}

test.each([1, 2])(
  'bookings made, paid, taken back, let go, given back and shown at once never wait for each other for ever (%i)',
  async (seed) => {
    const one = await connect()
    const slots = [await makeSlot(one), await makeSlot(one)]
    const creators = [await makeCreator(one), await makeCreator(one), await makeCreator(one)]
    const lanes = await Promise.all(Array.from({ length: 6 }, connect))
    const unexpected: string[] = []
    await Promise.all(
      lanes.map(async (lane, number) => {
        const next = numbers(seed * 100 + number)
        const pick = <T>(from: readonly T[]): T => {
          const picked = from[Math.floor(next() * from.length)]
          if (picked === undefined) throw new Error('nothing to pick from')
          return picked
        }
        for (let round = 0; round < 40; round++) {
          const { person, video } = pick(creators)
          const [slot, ahead, what] = [pick(slots), 1 + Math.floor(next() * 40), next()]
          const aBooking = 'select id from public.slot_bookings where slot_id = $1 order by random() limit 1'
          try {
            if (what < 0.35) {
              await lane.as(person, () =>
                lane.rows('select public.book_slot($1, $2, $3, 7)', [slot, video, dayAhead(ahead)]),
              )
            } else if (what < 0.55) {
              await lane.rows(
                `select public.begin_booking_payment(id, user_id, amount_paid, 'pi_' || id)
                 from public.slot_bookings where id in (${aBooking})`,
                [slot],
              )
            } else if (what < 0.85) {
              await lane.rows(
                `select public.record_booking_payment('pi_' || id, $2, case when $2 = 'refunded' then amount_paid else 0 end, clock_timestamp())
                 from public.slot_bookings where id in (${aBooking})`,
                [slot, pick(OUTCOMES)],
              )
            } else if (what < 0.92) {
              const id = await lane.value(aBooking, [slot])
              await lane.as(person, () => lane.rows('select public.cancel_booking($1)', [id]))
            } else if (what < 0.96) {
              await lane.rows(
                `update public.slot_bookings set created_at = now() - interval '1 hour' where id in (${aBooking}) and status = 'pending'`,
                [slot],
              )
            } else await lane.rows('select private.publish_slots(), private.release_bookings()')
          } catch (error) {
            const hint = error instanceof Error && 'hint' in error ? String(error.hint) : ''
            if (!REFUSALS.includes(hint)) unexpected.push(String(error))
          }
        }
      }),
    )
    expect(unexpected).toEqual([])
    // Nobody owes anybody anything that is not written down: what is shown is paid and not given back, what was paid and is not shown is to be given back.
    const wrong = await one.rows(
      `select status, payment_status, is_paid, is_disputed, is_refund_due, booked.amount_refunded
       from public.slot_bookings as booked join private.booking_payments as payment on payment.booking_id = booked.id
       where slot_id = any ($1) and not case
         when status = 'active' then is_paid and not is_disputed and payment_status = 'succeeded' and amount_refunded < amount_paid
         when is_paid then payment_status = 'refunded' or is_refund_due
         else status in ('pending', 'cancelled')
       end`,
      [slots],
    )
    expect(wrong).toEqual([])
    const paid = await one.value(
      `select count(*)::int from private.booking_payments join public.slot_bookings as booked on booked.id = booking_id
       where slot_id = any ($1) and is_paid`,
      [slots],
    )
    expect(paid).toBeGreaterThan(0)
    await one.rows("update public.slot_bookings set status = 'cancelled' where slot_id = any ($1)", [slots])
  },
)

test('whoever books does not wait for somebody who is just paying for the same days', async () => {
  const [payer, buyer] = [await connect(), await connect()]
  const slot = await makeSlot(payer)
  const [first, second] = [await makeCreator(payer), await makeCreator(payer)]
  const book = async (on: Connection, { person, video }: Creator, ahead: number): Promise<string> => {
    const days = [slot, video, dayAhead(ahead)]
    return String(await on.as(person, () => on.value('select (public.book_slot($1, $2, $3, 7)).id', days)))
  }
  const booking = await book(payer, first, 3)
  await payer.rows('begin')
  await payer.rows(
    `select public.begin_booking_payment(id, user_id, amount_paid, 'pi_' || id) from public.slot_bookings where id = $1`,
    [booking],
  )
  await buyer.rows(`set statement_timeout = '5s'`)
  await expect(book(buyer, second, 5)).rejects.toMatchObject({ hint: 'dates_taken' })
  await expect(book(buyer, second, 10)).resolves.toMatch(/-/)
  await payer.commit()
  await payer.rows("update public.slot_bookings set status = 'cancelled' where slot_id = $1", [slot])
})
