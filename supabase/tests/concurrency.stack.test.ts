import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, Connection, favorite, message, type Page, rating } from './database.ts'

let one: Connection
let other: Connection
const opened: Connection[] = []
const connect = async (): Promise<Connection> => {
  const connection = await Connection.open()
  opened.push(connection)
  return connection
}
beforeAll(async () => {
  one = await connect()
  other = await connect()
})
afterAll(() => Promise.all(opened.map((connection) => connection.close())))

/** The constraint that refused; anything else that went wrong is thrown on. */
function constraintOf(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.constraint !== undefined) return error.constraint
  throw error
}
const ids = (page: Page): string[] => page.rows.map((row) => row.id)
const resultsOf = (answers: Answer[]): string[] => answers.map((answer) => answer.code ?? answer.result)

/** What others do on the shared database holds the horizon back for a moment; so a pull is repeated until it brings as many rows. */
async function pullUntil(person: string, checkpoint: Page['checkpoint'] | null, rows: number): Promise<Page> {
  for (;;) {
    const page = await one.pull(person, 'history', checkpoint)
    if (page.rows.length >= rows) return page
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('a transaction that commits late is not lost below the checkpoint', async () => {
  const person = await one.createPerson()
  const [early, late, last] = await one.createVideos(3)
  if (!early || !late || !last) throw new Error('no videos')
  const view = (connection: Connection, video: { id: string }): Promise<unknown> =>
    connection.rows('insert into public.history (video_id, viewed_at, edited_at) values ($1, now(), 1)', [
      video.id,
    ])
  await one.as(person, () => view(one, early))
  const before = await pullUntil(person, null, 1)

  // `other` writes first and commits last.
  await other.beginAs(person)
  await view(other, late)
  await one.as(person, () => view(one, last))
  const during = await one.pull(person, 'history', before.checkpoint)
  await other.commit()
  expect(during.rows).toEqual([])
  expect(during.held_back).toBe(true)
  expect(during.checkpoint).toEqual(before.checkpoint)

  const after = await pullUntil(person, during.checkpoint, 2)
  expect(ids(after)).toEqual([`${person}|${late.id}`, `${person}|${last.id}`])
  expect(after.held_back).toBe(false)
})

test('the limit of favourites holds against pushes at the same time', async () => {
  const person = await one.createPerson()
  const videos = await one.createVideos(120)
  await one.as(person, () =>
    one.push(
      'favorites',
      videos.slice(0, 99).map((video) => favorite(person, video)),
    ),
  )
  const connections = await Promise.all(Array.from({ length: 6 }, connect))
  const answers = await Promise.all(
    connections.map((connection, index) =>
      connection
        .as(person, async () => {
          const video = videos[100 + index]
          if (video === undefined) throw new Error('no video')
          // Half of them write the table directly, where no lock of sync_push helps.
          if (index % 2 === 0) return resultsOf(await connection.push('favorites', [favorite(person, video)]))
          return connection
            .rows('insert into public.favorites (video_id, edited_at) values ($1, 1)', [video.id])
            .then(() => ['applied'])
        })
        .catch((error: unknown) => [constraintOf(error)]),
    ),
  )
  expect(answers.flat().toSorted()).toEqual(['applied', ...Array.from({ length: 5 }, () => 'favorite_limit')])
  expect(
    await one.value('select count(*)::int from public.favorites where user_id = $1 and is_favorite', [
      person,
    ]),
  ).toBe(100)
})

test('a push of a person is postponed at once while another push of theirs runs', async () => {
  const [mio, ken] = [await one.createPerson('mio'), await one.createPerson('ken')]
  const [video] = await one.createVideos(1)
  if (!video) throw new Error('no video')
  const row = favorite(mio, video)
  await other.beginAs(mio)
  await other.push('favorites', [row])
  const answers = await one.as(mio, () => one.pushOnce({ favorites: [row], settings: [] }))
  expect(answers).toEqual({ favorites: [{ id: row.id, result: 'later' }], settings: [] })
  const others = await one.as(ken, () => one.pushOnce({ favorites: [favorite(ken, video)] }))
  expect(resultsOf(others['favorites'] ?? [])).toEqual(['applied'])
  await other.commit()
  expect(resultsOf(await one.as(mio, () => one.push('favorites', [row])))).toEqual(['applied'])
})

test('two tabs that rate different axes of a video for the first time both keep what they said', async () => {
  const tabs = await Promise.all([connect(), connect()])
  const axes = ['clarity', 'quality'] as const
  for (const video of await one.createVideos(12)) {
    const person = await one.createPerson()
    await Promise.all(
      tabs.map((tab, index) => {
        const axis = axes[index] ?? 'clarity'
        return tab.as(person, () =>
          tab.push('ratings', [rating(person, video, { overall: 4, [axis]: 2 }, { overall: 1, [axis]: 1 })]),
        )
      }),
    )
    expect(
      await one.rows('select clarity::float, quality::float from public.video_ratings where user_id = $1', [
        person,
      ]),
    ).toEqual([{ clarity: 2, quality: 2 }])
  }
})

test('aggregates add up when many rate the same videos at once, in any order', async () => {
  const videos = await one.createVideos(4)
  const people = await one.createPeople(12)
  const connections = await Promise.all(Array.from({ length: 6 }, connect))
  const scores = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]
  const score = (seed: number): number => scores[seed % scores.length] ?? 1
  await Promise.all(
    connections.map(async (connection, lane) => {
      for (const [index, person] of people.entries()) {
        if (index % connections.length !== lane) continue
        for (const round of [1, 2, 3]) {
          const ordered = (lane + round) % 2 === 0 ? videos : videos.toReversed()
          await connection.as(person, () =>
            connection.push(
              'ratings',
              ordered.map((video, place) =>
                rating(
                  person,
                  video,
                  {
                    overall: score(index * 7 + round * 3 + place),
                    clarity: round === 2 ? null : score(index + round),
                    comment: round % 2 === 0 ? '' : 'comment',
                    is_deleted: round === 3 && index % 5 === 0,
                  },
                  { overall: round, clarity: round, comment: round, is_deleted: round },
                ),
              ),
            ),
          )
        }
      }
    }),
  )
  const wrong = await one.rows(
    `select videos.id
     from public.videos
     join lateral (
       select
         count(*)::int as rating_count,
         (count(*) filter (where comment <> ''))::int as review_count,
         round(avg(overall), 2) as avg_rating,
         round(avg(clarity), 2) as avg_clarity,
         array[
           count(*) filter (where floor(overall) = 1), count(*) filter (where floor(overall) = 2),
           count(*) filter (where floor(overall) = 3), count(*) filter (where floor(overall) = 4),
           count(*) filter (where floor(overall) = 5)
         ]::int[] as overall_histogram
       from public.video_ratings
       where video_ratings.video_id = videos.youtube_id and not is_deleted
     ) as truth on true
     where videos.id = any ($1)
       and (videos.rating_count, videos.review_count, videos.avg_rating, videos.avg_clarity, videos.overall_histogram)
         is distinct from (truth.rating_count, truth.review_count, truth.avg_rating, truth.avg_clarity, truth.overall_histogram)`,
    [videos.map(({ id }) => id)],
  )
  expect(wrong).toEqual([])
  expect(
    await one.value('select min(rating_count) from public.videos where id = any ($1)', [
      videos.map(({ id }) => id),
    ]),
  ).toBe(9)
})

test('in a conversation the order of seq is the order in which messages become visible', async () => {
  const [mio, ken] = [await one.createPerson('mio'), await one.createPerson('ken')]
  await one.checkAges([mio, ken])
  const conversation = await one.openConversation(mio, ken)
  const writers = await Promise.all(
    [mio, ken, mio, ken].map(async (person) => ({ person, connection: await connect() })),
  )
  let writing = true
  const late: number[] = []
  const watch = async (): Promise<number> => {
    const seen = new Set<number>()
    for (let last = false; !last;) {
      last = !writing
      const newest = Math.max(0, ...seen)
      const rows = await one.rows('select seq::int from public.messages where conversation_id = $1', [
        conversation,
      ])
      for (const { seq } of rows) {
        if (typeof seq !== 'number' || seen.has(seq)) continue
        if (seq <= newest) late.push(seq)
        seen.add(seq)
      }
    }
    return seen.size
  }
  const watched = watch()
  await Promise.all(
    writers.map(async ({ person, connection }) => {
      for (let round = 0; round < 15; round++) {
        const batch = [0, 1, 2].map((place) => message(person, conversation, `${round}.${place}`))
        if (round % 3 === 0) {
          // Written directly, where the lock of sync_push does not help.
          await connection.as(person, () =>
            connection.rows(
              `insert into public.messages (conversation_id, body, sent_at)
               select $1, body, 1 from unnest($2::text[]) as bodies (body)`,
              [conversation, batch.map(({ body }) => body)],
            ),
          )
          continue
        }
        const answers = await connection.as(person, () => connection.push('messages', batch))
        const order = answers.map(({ row }) => Number(row?.['seq']))
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }
    }),
  ).finally(() => (writing = false))
  expect(await watched).toBe(4 * 15 * 3)
  expect(late).toEqual([])
  expect(
    await one.rows(
      'select user1_unread_count + user2_unread_count as unread, is_active from public.conversations where id = $1',
      [conversation],
    ),
  ).toEqual([{ unread: 4 * 15 * 3, is_active: true }])
})

test('pushes into several conversations at once do not deadlock', async () => {
  const people = await one.createPeople(3)
  const [a, b, c] = people
  if (!a || !b || !c) throw new Error('nobody')
  await one.checkAges(people)
  const [ab, bc, ca] = [
    await one.openConversation(a, b),
    await one.openConversation(b, c),
    await one.openConversation(c, a),
  ]
  const lanes = await Promise.all(
    [
      { person: a, into: [ab, ca] },
      { person: b, into: [bc, ab] },
      { person: c, into: [ca, bc] },
    ].map(async (lane) => ({ ...lane, connection: await connect() })),
  )
  const results = await Promise.all(
    lanes.map(async ({ person, into, connection }) => {
      const answers: string[] = []
      for (let round = 0; round < 4; round++) {
        // The first conversation is held while many messages go into it, before the second is asked for.
        const batch = into.flatMap((conversation, place) =>
          Array.from({ length: place === 0 ? 60 : 1 }, () => message(person, conversation, String(round))),
        )
        answers.push(...resultsOf(await connection.as(person, () => connection.push('messages', batch))))
      }
      return answers
    }),
  )
  expect(new Set(results.flat())).toEqual(new Set(['applied']))
  expect(results.flat()).toHaveLength(3 * 4 * 61)
})

test('a message under way while a block is made leaves devices with it', async () => {
  const [mio, ken] = [await one.createPerson('mio'), await one.createPerson('ken')]
  const conversation = await one.openConversation(mio, ken)
  const late = message(ken, conversation, 'late')
  await other.beginAs(ken)
  await other.push('messages', [late])
  // The block cannot look for what it hides before the message is there.
  const blocking = one.as(mio, () => one.rows('insert into public.blocks (blocked_id) values ($1)', [ken]))
  await waitingForLock(one)
  await other.commit()
  await blocking
  expect(
    await one.rows('select user_id from public.revocations where document_id = $1', [late.id]),
  ).toHaveLength(2)
})

test('a message that comes while a block is made is refused once it is', async () => {
  const [mio, ken] = [await one.createPerson('mio'), await one.createPerson('ken')]
  const conversation = await one.openConversation(mio, ken)
  await other.beginAs(mio)
  await other.rows('insert into public.blocks (blocked_id) values ($1)', [ken])
  const pushing = one.as(ken, () => one.push('messages', [message(ken, conversation, 'late')]))
  await waitingForLock(one)
  await other.commit()
  expect(resultsOf(await pushing)).toEqual(['blocked'])
})

test('a connection asked for while a block is made finds nobody', async () => {
  const [mio, ken] = [await one.createPerson('mio'), await one.createPerson('ken')]
  await one.rows('update public.profiles set is_premium = true where id = $1', [ken])
  await other.beginAs(mio)
  await other.rows('insert into public.blocks (blocked_id) values ($1)', [ken])
  // Expected from the beginning: the refusal may arrive before the answer to the commit that lets it through
  const refused = expect(
    one.as(ken, () => one.rows('select public.request_connection($1)', [mio])),
  ).rejects.toMatchObject({ hint: 'connection_not_found' })
  await waitingForLock(one)
  await other.commit()
  await refused
})

const relation = (person: string, other_id: string, is_blocked: boolean): object => ({
  id: `${person}|${other_id}`,
  user_id: person,
  other_id,
  is_blocked,
  blocked_edited_at: 9_000_000_000_000,
})

test('a block that is pushed while the same is made directly waits for it, and neither for the other', async () => {
  const [mio, ken] = [await one.createPerson('mio'), await one.createPerson('ken')]
  await one.openConversation(mio, ken)
  await other.beginAs(mio)
  await other.rows('insert into public.blocks (blocked_id) values ($1)', [ken])
  const pushing = one.as(mio, () => one.push('relations', [relation(mio, ken, true)]))
  await waitingForLock(one)
  await other.commit()
  expect(resultsOf(await pushing)).toEqual(['conflict'])
  expect(await one.rows('select is_blocked from public.relations where user_id = $1', [mio])).toEqual([
    { is_blocked: true },
  ])
})

test('a block that is made directly while the same is pushed waits for it, and is there once', async () => {
  const [mio, ken] = [await one.createPerson('mio'), await one.createPerson('ken')]
  await one.openConversation(mio, ken)
  await other.beginAs(mio)
  await other.push('relations', [relation(mio, ken, true)])
  const blocking = one.as(mio, () =>
    one.rows('insert into public.blocks (blocked_id) values ($1) on conflict do nothing', [ken]),
  )
  await waitingForLock(one)
  await other.commit()
  await blocking
  expect(await one.rows('select id from public.blocks where blocker_id = $1', [mio])).toHaveLength(1)
})

test('two people who block each other at once both do', async () => {
  const [mio, ken] = [await one.createPerson('mio'), await one.createPerson('ken')]
  await one.openConversation(mio, ken)
  await other.beginAs(mio)
  await other.push('relations', [relation(mio, ken, true)])
  const blocking = one.as(ken, () => one.push('relations', [relation(ken, mio, true)]))
  await waitingForLock(one)
  await other.commit()
  expect(resultsOf(await blocking)).toEqual(['conflict'])
  expect(
    await one.rows('select id from public.blocks where blocker_id in ($1, $2)', [mio, ken]),
  ).toHaveLength(2)
})

/** Resolves when the connection waits for somebody else's lock. */
async function waitingForLock(connection: Connection): Promise<void> {
  const watcher = await connect()
  for (;;) {
    // Behind another process, not for a moment behind nobody in particular
    const waiting = await watcher.value('select cardinality(pg_blocking_pids($1)) > 0', [connection.pid])
    if (waiting === true) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
