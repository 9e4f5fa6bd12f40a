import { join } from 'node:path'
import pg from 'pg'
import { statementsOf } from '../../supabase/local/migrations/statements.ts'
import { readStory, STORIES, storyFiles, Tap } from '../stories/story.ts'
import type { Mutation } from './mutation.ts'

/** Says that a protection is gone by looking at the catalogue, not by trying what it forbids. */
const RULES = 'schema-rules.test.sql'

/** Names everything, and tries only who may reach it. */
const REACH = 'grants.test.sql'

/** A story that notices by `behaviour` or by a `rule`, in its own words. */
export type Finding = { by: 'behaviour' | 'rule'; file: string; problem: string }
type Story = {
  file: string
  text: string
  /** How long it takes, and into which tables it brings rows: known once it was run. */
  ms: number
  fills: Set<string>
}

/** Runs stories on a database in which a mutation stands for as long as a story's transaction: nothing has to be put back. */
export class Judges {
  readonly #client: pg.Client
  readonly #stories: Story[]
  private constructor(client: pg.Client, stories: Story[]) {
    this.#client = client
    this.#stories = stories
  }

  static async summon(databaseUrl: string): Promise<Judges> {
    const stories = await Promise.all(
      (await storyFiles()).map(async (file) => {
        const [first, ...rest] = statementsOf(await readStory(join(STORIES, file)))
        if (!/^begin$/i.test(first?.trim() ?? '') || !/^rollback$/i.test(rest.at(-1)?.trim() ?? ''))
          throw new Error(`${file}: a story is one transaction that is rolled back`)
        return { file, text: rest.slice(0, -1).join(';\n'), ms: 0, fills: new Set<string>() }
      }),
    )
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    // Or every story would install it for itself
    await client.query('create extension if not exists pgtap with schema extensions')
    return new Judges(client, stories)
  }

  get client(): pg.Client {
    return this.#client
  }

  dismiss(): Promise<void> {
    return this.#client.end()
  }

  /** What is found where nothing was taken away; anything makes the whole run worthless. To be asked first. */
  async complaints(): Promise<string[]> {
    const complaints: string[] = []
    for (const story of this.#stories) {
      const startedAt = performance.now()
      const problem = await this.under({ sql: '' }, async () => {
        const told = await this.#tell(story.text)
        if (told === undefined) story.fills = await this.#filled()
        return told
      })
      story.ms = performance.now() - startedAt
      if (problem !== undefined) complaints.push(`${story.file}: ${problem}`)
    }
    return complaints
  }

  /**
   * The first story that notices, rules last. Of a table those are asked that name it or bring rows into it; of a function those that name it, and of
   * its refusals, which others may run into, all where none does.
   */
  async find({ kind, object, sql }: Mutation): Promise<Finding | undefined> {
    const named = new RegExp(`\\b${object}\\b`)
    const concerns = ({ file, text, fills }: Story): boolean =>
      fills.has(object) || (file !== REACH && named.test(text))
    const concerned = this.#stories.filter(concerns)
    const asked = kind === 'refusal' && concerned.length === 0 ? this.#stories : concerned
    const always = this.#stories.filter(({ file }) => file === RULES || file === REACH)
    const place = ({ file, text }: Story): number => (file === RULES ? 2 : named.test(text) ? 0 : 1)
    for (const story of [...new Set([...asked, ...always])].toSorted(
      (a, b) => place(a) - place(b) || a.ms - b.ms,
    )) {
      const problem = await this.under({ sql }, () => this.#tell(story.text))
      if (problem !== undefined)
        return { by: story.file === RULES ? 'rule' : 'behaviour', file: story.file, problem }
    }
    return undefined
  }

  /** What somebody finds while the mutation stands. Throws when the mutation itself cannot be made. */
  async under<T>({ sql }: Pick<Mutation, 'sql'>, look: (client: pg.Client) => Promise<T>): Promise<T> {
    await this.#client.query('begin')
    try {
      await this.#client.query(sql)
      return await look(this.#client)
    } finally {
      await this.#client.query('rollback')
    }
  }

  /** Tables into which the open transaction brought rows; those of other schemas count too (auth.users is `users`). */
  async #filled(): Promise<Set<string>> {
    const { rows } = await this.#client.query<{ relname: string }>(
      'select relname from pg_stat_xact_all_tables where n_tup_ins > 0',
    )
    return new Set(rows.map(({ relname }) => relname))
  }

  /** Why the story does not hold; undefined when it does. */
  async #tell(text: string): Promise<string | undefined> {
    const tap = new Tap()
    try {
      const answer: unknown = await this.#client.query({ text, rowMode: 'array' })
      // Many statements in one query are answered together
      for (const { rows } of (Array.isArray(answer) ? answer : [answer]) as pg.QueryArrayResult[])
        tap.read(rows)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    return tap.problems()[0]
  }
}
