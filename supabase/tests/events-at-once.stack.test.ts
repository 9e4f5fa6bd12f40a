import { afterAll, expect, test } from 'vitest'
import { Connection } from './database.ts'

const opened: Connection[] = []
const connect = async (): Promise<Connection> => {
  const connection = await Connection.open()
  opened.push(connection)
  return connection
}
afterAll(() => Promise.all(opened.map((connection) => connection.close())))

const hintOf = (error: unknown): string =>
  error instanceof Error && 'hint' in error ? String(error.hint) : String(error)

/** An event of this many places, held by somebody new. */
const eventOf = async (one: Connection, capacity: number): Promise<{ event: unknown; organizer: string }> => {
  const organizer = await one.createPerson()
  const event = await one.value(
    `insert into public.events (id, organizer_id, title, starts_at, ends_at, is_online, place, capacity)
     values (gen_random_uuid(), $1, '会', now() + interval '1 day', now() + interval '2 days', false, '渋谷', $2) returning id`,
    [organizer, capacity],
  )
  return { event, organizer }
}

test('of twenty people who take the last five places at once five get in', async () => {
  const one = await connect()
  const { event } = await eventOf(one, 8)
  const early = await one.createPeople(3)
  for (const person of early) await one.as(person, () => one.rows('select public.join_event($1)', [event]))
  const lanes = await Promise.all(Array.from({ length: 20 }, connect))
  const people = await Promise.all(lanes.map((lane) => lane.createPerson()))
  const answers = await Promise.all(
    lanes.map((lane, index) =>
      lane
        .as(people[index] ?? '', () => lane.rows('select public.join_event($1)', [event]))
        .then(() => 'in', hintOf),
    ),
  )
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(5)
  expect(answers.filter((answer) => answer === 'event_full')).toHaveLength(15)
  expect(
    await one.rows(
      `select participant_count, (select count(*)::int from public.event_participants where event_id = id) as there
       from public.events where id = $1`,
      [event],
    ),
  ).toEqual([{ participant_count: 8, there: 8 }])
})

test('joining, leaving, changing, cancelling and blocking at once keep the count and wait for nobody for ever', async () => {
  const one = await connect()
  const { event, organizer } = await eventOf(one, 4)
  const lanes = await Promise.all(Array.from({ length: 8 }, connect))
  const people = await Promise.all(lanes.map((lane) => lane.createPerson()))
  const unexpected: string[] = []
  const REFUSALS = ['event_full', 'event_not_found', 'capacity_below']
  await Promise.all(
    lanes.map(async (lane, index) => {
      const me = people[index] ?? ''
      for (let round = 0; round < 12; round++) {
        const asked = (query: string, values: unknown[]): Promise<unknown> =>
          lane.as(me, () => lane.rows(query, values))
        try {
          await asked('select public.join_event($1)', [event])
          if (index < 2) {
            await asked('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [me, organizer])
            await asked('delete from public.blocks where blocked_id = $1', [organizer])
          } else if (index === 2) {
            await lane.as(organizer, () =>
              lane.rows(
                `select public.save_event($1, '会', '', now() + interval '1 day', now() + interval '2 days', false, $2, '', 6)`,
                [event, `渋谷${round}`],
              ),
            )
          } else await asked('select public.leave_event($1)', [event])
        } catch (error) {
          if (!REFUSALS.includes(hintOf(error))) unexpected.push(hintOf(error))
        }
      }
    }),
  )
  expect(unexpected).toEqual([])
  expect(
    await one.value(
      `select participant_count = (select count(*) from public.event_participants where event_id = id) from public.events where id = $1`,
      [event],
    ),
  ).toBe(true)
})
