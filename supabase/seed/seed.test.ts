import { readFileSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { GENRES } from '#domain/genres.ts'
import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { NOTIFICATION_TYPES } from '#domain/notification.ts'
import { isScore } from '#domain/rating.ts'
import { statementsOf } from '../local/migrations/statements.ts'
import { CONNECTION_STATUSES, likeness } from './people/connections.ts'
import { seedScript } from './script.ts'
import { ensureSeed } from './write-seed.ts'
import { seedWorld } from './world.ts'

const world = seedWorld()
const distinct = (values: readonly unknown[]): number => new Set(values).size
const of = <Item extends { person: { handle: string } }>(items: readonly Item[], handle: string): Item[] =>
  items.filter(({ person }) => person.handle === handle)

test('supabase/seed.sql is made where it is missing, and anew when one of its files has changed since', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-seed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'seed.sql')
  await ensureSeed(file)
  const first = readFileSync(file, 'utf8')
  await writeFile(file, 'of before')
  await ensureSeed(file)
  expect(readFileSync(file, 'utf8')).toBe('of before')
  await utimes(file, 0, 0)
  await ensureSeed(file)
  expect(readFileSync(file, 'utf8') === first).toBe(true)
})

test('the script leaves transactions to whoever runs it, and nothing temporary behind', () => {
  const statements = statementsOf(seedScript())
  const opened = statements.flatMap(
    (statement) => /^create temporary table (\w+)/m.exec(statement)?.[1] ?? [],
  )
  const dropped = statements.at(-1)?.match(/seed_\w+/g) ?? []
  expect(dropped.toSorted((one, other) => one.localeCompare(other))).toEqual(
    opened.toSorted((one, other) => one.localeCompare(other)),
  )
  expect(statements.filter((statement) => /^(begin|commit|rollback)\b/i.test(statement))).toEqual([])
})

describe('the catalogue', () => {
  test('holds at least 60 different videos and three of every genre', () => {
    expect(world.videos.length).toBeGreaterThanOrEqual(60)
    expect(distinct(world.videos.map(({ youtube_id }) => youtube_id))).toBe(world.videos.length)
    const counts = GENRES.map(({ id }) => world.videos.filter(({ genre }) => genre === id).length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3)
  })
  test('promotes openly licensed videos only, in each kind of slot', () => {
    const open = new Set(
      world.videos.filter(({ source }) => source === 'open').map(({ youtube_id }) => youtube_id),
    )
    const promoted = world.slots.flatMap(({ youtube_id }) => youtube_id ?? [])
    expect(promoted.filter((youtube_id) => !open.has(youtube_id))).toEqual([])
    const own = world.videos.filter(({ isCreators }) => isCreators).map(({ youtube_id }) => youtube_id)
    expect(own).toEqual(expect.arrayContaining(promoted))
    for (const type of ['home', 'search', 'video'])
      expect(world.slots.filter((slot) => slot.type === type).length).toBeGreaterThanOrEqual(2)
  })
})

describe('the events', () => {
  const { events } = world
  test('are to come and over, online and somewhere, with room, full and cancelled', () => {
    for (const some of [
      events.filter(({ day }) => day > 0).length > 4,
      events.some(({ day }) => day < 0),
      events.some(({ place, url }) => place === '' && url !== ''),
      events.some(({ place }) => place !== ''),
      events.some(({ capacity, participants }) => capacity === participants.length),
      events.some(({ cancelled }) => cancelled === '1'),
    ])
      expect(some).toBe(true)
  })
  test('have no more participants than fit, each once, and not the organizer', () => {
    for (const { capacity, organizer, participants } of events) {
      expect(participants.length).toBeLessThanOrEqual(capacity ?? Infinity)
      expect(distinct(participants)).toBe(participants.length)
      expect(participants).not.toContain(organizer)
    }
  })
})

describe('the people', () => {
  test('are 60 with different names and addresses', () => {
    expect(world.people.length).toBe(60)
    expect(distinct(world.people.map(({ username }) => username))).toBe(60)
    expect(distinct(world.people.map(({ email }) => email))).toBe(60)
  })
  test('had their age checked when they talk on beyond a first message', () => {
    const checked = new Set(
      world.verifications.filter(({ level }) => level === 3).map(({ person }) => person.handle),
    )
    const talking = world.conversations.flatMap(({ messages }) =>
      messages
        .map(({ sender }) => sender.handle)
        .filter((handle, index, senders) => senders.indexOf(handle) < index),
    )
    expect(talking.filter((handle) => !checked.has(handle))).toEqual([])
    expect(['viewer', 'friend', 'premium'].filter((handle) => !checked.has(handle))).toEqual([])
    expect(distinct(world.verifications.map(({ phone }) => phone))).toBe(world.verifications.length)
    expect(world.verifications.some(({ level }) => level === 2)).toBe(true)
  })
  test('agree the more the closer their tastes are', () => {
    const scores = new Map(
      world.ratings.map(({ person, video, overall }) => [`${person.handle} ${video.id}`, overall]),
    )
    const pairs = world.people.flatMap((one, index) =>
      world.people.slice(index + 1).map((other) => {
        const gaps = world.videos.flatMap(({ id }) => {
          const [mine, theirs] = [scores.get(`${one.handle} ${id}`), scores.get(`${other.handle} ${id}`)]
          return mine === undefined || theirs === undefined ? [] : [Math.abs(mine - theirs)]
        })
        return {
          likeness: likeness(one, other),
          gap: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length,
          shared: gaps.length,
        }
      }),
    )
    const meanGap = (chosen: typeof pairs) => chosen.reduce((sum, { gap }) => sum + gap, 0) / chosen.length
    const known = pairs.filter(({ shared }) => shared >= 8)
    const alike = known.filter((pair) => pair.likeness > 0.6)
    const unlike = known.filter((pair) => pair.likeness < -0.2)
    expect(Math.min(alike.length, unlike.length)).toBeGreaterThan(30)
    expect(meanGap(alike)).toBeLessThan(meanGap(unlike) - 0.15)
  })
})

describe('the ratings', () => {
  test('are thousands, one per person and video, in half points, over the whole scale', () => {
    expect(world.ratings.length).toBeGreaterThanOrEqual(2000)
    expect(distinct(world.ratings.map(({ person, video }) => `${person.handle} ${video.id}`))).toBe(
      world.ratings.length,
    )
    const scores = world.ratings.flatMap(({ overall, axes }) => [overall, ...Object.values(axes)])
    expect(scores.filter((score) => !isScore(score))).toEqual([])
    expect(new Set(world.ratings.map(({ overall }) => Math.floor(overall)))).toEqual(new Set([1, 2, 3, 4, 5]))
  })
  test('carry many different comments, short and long, and nobody repeats another on the same video', () => {
    const comments = world.ratings.filter(({ comment }) => comment !== '')
    expect(comments.length).toBeGreaterThan(1000)
    expect(distinct(comments.map(({ comment }) => comment))).toBeGreaterThan(900)
    expect(distinct(comments.map(({ comment, video }) => `${video.id} ${comment}`))).toBe(comments.length)
    const lengths = comments.map(({ comment }) => comment.length)
    expect([Math.min(...lengths) <= 5, Math.max(...lengths) >= 150]).toEqual([true, true])
    expect(
      comments.filter(({ comment }) => /\p{Extended_Pictographic}/u.test(comment)).length,
    ).toBeGreaterThan(50)
  })
  test('were made before anybody answered or liked them', () => {
    const reactions = [...world.likes, ...world.replies]
    expect(
      reactions.filter(({ rating, minutesAgo }) => minutesAgo >= rating.minutesAgo || minutesAgo < 1),
    ).toEqual([])
    expect(reactions.filter(({ rating, person }) => rating.person === person)).toEqual([])
  })
  test('were all watched, and no one without premium has too many favourites', () => {
    const watched = new Set(world.history.map(({ person, video }) => `${person.handle} ${video.id}`))
    expect(world.ratings.filter(({ person, video }) => !watched.has(`${person.handle} ${video.id}`))).toEqual(
      [],
    )
    expect(Math.max(...world.people.map(({ handle }) => of(world.favorites, handle).length))).toBeLessThan(
      FREE_FAVORITE_LIMIT,
    )
  })
})

describe('what happens between people', () => {
  test('includes connections of every status, one per pair', () => {
    expect(new Set(world.connections.map(({ status }) => status))).toEqual(new Set(CONNECTION_STATUSES))
    expect(distinct(world.connections.map(({ id }) => id))).toBe(world.connections.length)
  })
  test('never crosses a block', () => {
    const blocked = world.blocks.map(({ blocker, blocked: other }) => new Set([blocker, other]))
    const crosses = (pair: Set<unknown>) => blocked.some((block) => block.isSubsetOf(pair))
    expect(
      world.connections.filter(({ requester, recipient }) => crosses(new Set([requester, recipient]))),
    ).toEqual([])
    expect(world.conversations.filter(({ user1, user2 }) => crosses(new Set([user1, user2])))).toEqual([])
  })
  test('is told in conversations whose messages follow each other, unread ones last', () => {
    for (const { user1, user2, messages } of world.conversations) {
      expect(user1.id < user2.id).toBe(true)
      const times = messages.map(({ minutesAgo }) => minutesAgo)
      expect(times).toEqual(times.toSorted((one, other) => other - one))
      const firstUnread = messages.findIndex(({ unread }) => unread)
      expect(firstUnread === -1 || messages.slice(firstUnread).every(({ unread }) => unread)).toBe(true)
    }
  })
})

describe('the notifications', () => {
  const typesOf = (handle: string): Set<string> =>
    new Set(
      world.notifications.filter(({ recipient }) => recipient.handle === handle).map(({ type }) => type),
    )

  test.each(['viewer', 'premium'])('of %s are of all 20 types', (handle) => {
    expect(typesOf(handle)).toEqual(new Set(NOTIFICATION_TYPES))
  })
  test('lead to videos, conversations and connections that are there', () => {
    const videos = new Set(world.videos.map(({ youtube_id }) => `/video/${youtube_id}`))
    const talks = new Set(world.conversations.map(({ id }) => `/messages/${id}`))
    const links = world.notifications.flatMap(({ link }) => link ?? [])
    expect(links.filter((link) => link.startsWith('/video/') && !videos.has(link))).toEqual([])
    expect(links.filter((link) => link.startsWith('/messages/') && !talks.has(link))).toEqual([])
    const open = world.connections.filter(({ status }) => status === 'pending').map(({ id }) => id)
    const asked = world.notifications.filter(({ type, isRead }) => type === 'connection_request' && !isRead)
    expect(new Set(asked.map(({ metadata }) => metadata))).toEqual(
      new Set(
        open.map((id) =>
          expect.objectContaining({ connection_data: expect.objectContaining({ connection_id: id }) }),
        ),
      ),
    )
  })
  test('are each there once and sent by somebody else', () => {
    expect(distinct(world.notifications.map(({ id }) => id))).toBe(world.notifications.length)
    expect(world.notifications.filter(({ recipient, sender }) => recipient === sender)).toEqual([])
  })
})
