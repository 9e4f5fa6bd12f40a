import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import * as v from 'valibot'
import { videoIdOf } from '../../src/domain/video-id.ts'
import { checkedAge } from '../../tests/support/checked-age.ts'
import '../../tests/support/stack-context.ts'

const Answer = v.looseObject({
  id: v.nullable(v.string()),
  result: v.picklist(['applied', 'conflict', 'refused', 'later']),
  code: v.exactOptional(v.string()),
  row: v.exactOptional(v.looseObject({ row_version: v.number() })),
})
const PushAnswer = v.object({ answers: v.record(v.string(), v.array(Answer)) })
export type Answer = v.InferOutput<typeof Answer>

const Page = v.object({
  epoch: v.string(),
  reset: v.boolean(),
  rows: v.array(v.looseObject({ id: v.string(), row_version: v.number() })),
  checkpoint: v.object({ epoch: v.string(), row_version: v.number(), id: v.string() }),
})
const PullAnswer = v.object({ held_back: v.boolean(), collections: v.record(v.string(), Page) })
export type Page = v.InferOutput<typeof Page> & { held_back: boolean }

/** A connection to the stack's database; as `postgres` unless a person's work is done on it. */
export class Connection {
  #client: pg.Client
  #pid: number
  private constructor(client: pg.Client, pid: number) {
    this.#client = client
    this.#pid = pid
  }

  static async open(): Promise<Connection> {
    const client = new pg.Client({ connectionString: inject('stack').db })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return new Connection(client, rows[0]?.pid ?? 0)
  }

  /** The number of the connection's process on the server. */
  get pid(): number {
    return this.#pid
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#client.query<Record<string, unknown>>(sql, values)).rows
  }

  /** The only value of a query's only row. */
  async value(sql: string, values: unknown[] = []): Promise<unknown> {
    const [row = {}] = await this.rows(sql, values)
    return Object.values(row)[0]
  }

  /** Begins a transaction in which everything is this person's, as a request of theirs would be. */
  async beginAs(person: string): Promise<void> {
    await this.#client.query('begin')
    await this.#client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: person, role: 'authenticated' })],
    )
  }

  async commit(): Promise<void> {
    await this.#client.query('commit')
  }

  /** Work in a transaction of its own, as this person. */
  async as<T>(person: string, work: () => Promise<T>): Promise<T> {
    await this.beginAs(person)
    try {
      const result = await work()
      await this.commit()
      return result
    } catch (error) {
      await this.#client.query('rollback')
      throw error
    }
  }

  /** A push inside the open transaction; repeats it while the server postpones it. */
  async push(noun: string, batch: object[]): Promise<Answer[]> {
    return (await this.pushAll({ [noun]: batch }))[noun] ?? []
  }

  async pushAll(batches: Record<string, object[]>): Promise<Record<string, Answer[]>> {
    for (;;) {
      const answers = await this.pushOnce(batches)
      const isPostponed = Object.values(answers).some((of) => of.some(({ result }) => result === 'later'))
      if (!isPostponed) return answers
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async pushOnce(batches: Record<string, object[]>): Promise<Record<string, Answer[]>> {
    const answer = await this.value('select public.sync_push($1)', [JSON.stringify(batches)])
    return v.parse(PushAnswer, answer).answers
  }

  async pull(
    person: string,
    collection: string,
    checkpoint: Page['checkpoint'] | null,
    limit = 500,
  ): Promise<Page> {
    const answer = await this.as(person, () =>
      this.value('select public.sync_pull($1, $2)', [JSON.stringify({ [collection]: checkpoint }), limit]),
    )
    const { held_back, collections } = v.parse(PullAnswer, answer)
    const page = collections[collection]
    if (page === undefined) throw new Error(`no answer for ${collection}`)
    return { ...page, held_back }
  }

  /** Makes an account of an adult; returns its id. */
  async createPerson(name = 'person'): Promise<string> {
    const id = randomUUID()
    await this.rows('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
      id,
      `${name}-${id}@database.test`,
      { username: name },
    ])
    await this.rows(`update public.profile_private set birth_date = '1990-01-01' where user_id = $1`, [id])
    return id
  }

  async createPeople(howMany: number): Promise<string[]> {
    const people: string[] = []
    while (people.length < howMany) people.push(await this.createPerson(`person${people.length}`))
    return people
  }

  async checkAges(people: readonly string[]): Promise<void> {
    await this.rows(
      'insert into public.user_verification select * from jsonb_populate_recordset(null::public.user_verification, $1)',
      [JSON.stringify(people.map((person) => ({ ...checkedAge(person), email_verified: true })))],
    )
  }

  async createVideos(howMany: number): Promise<{ id: string; youtube_id: string }[]> {
    const videos = Array.from({ length: howMany }, () => {
      const youtube_id = randomBytes(8).toString('base64url')
      return { id: videoIdOf(youtube_id), youtube_id }
    })
    await this.rows(
      `insert into public.videos (youtube_id, title)
       select video ->> 'youtube_id', 'video' from jsonb_array_elements($1) as video`,
      [JSON.stringify(videos)],
    )
    return videos
  }

  async openConversation(one: string, other: string): Promise<string> {
    return v.parse(v.string(), await this.value('select private.open_conversation($1, $2)', [one, other]))
  }
}

export const favorite = (person: string, video: { id: string }, is_favorite = true, edited_at = 1) => ({
  id: `${person}|${video.id}`,
  user_id: person,
  video_id: video.id,
  is_favorite,
  edited_at,
})

export const rating = (person: string, video: { youtube_id: string }, fields: object, edited_at: object) => ({
  id: `${person}|${video.youtube_id}`,
  user_id: person,
  video_id: video.youtube_id,
  comment: '',
  is_deleted: false,
  edited_at,
  ...fields,
})

export const message = (sender: string, conversation: string, body: string) => ({
  id: randomUUID(),
  conversation_id: conversation,
  sender_id: sender,
  body,
  sent_at: 1,
})
