import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError, type ClientBase } from 'pg'
import { StackRefusal } from '../refusal.ts'
import { statementsOf } from './statements.ts'

type Migration = { file: string; version: string; name: string; sql: string }
type Applied = { version: string; statements: string[] | null }

const FILE_NAME = /^(\d+)_(.+)\.sql$/
/** As the Supabase CLI makes it, so that its commands find what was applied here. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;`

/** Applies what is new in a folder of migrations, up to the version `last`, each in a transaction together with its record. Returns the names of the applied files. */
export async function migrate(client: ClientBase, folder: string, last?: string): Promise<string[]> {
  const all = await readMigrations(folder)
  const migrations = last === undefined ? all : all.filter(({ version }) => version <= last)
  await client.query(HISTORY)
  const { rows } = await client.query<Applied>(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  )
  refuseOtherHistory(migrations, rows)
  const pending = migrations.slice(rows.length)
  for (const migration of pending) await apply(client, migration)
  return pending.map(({ file }) => file)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const file of (await readdir(folder)).toSorted()) {
    const [, version, name] = FILE_NAME.exec(file) ?? []
    if (version === undefined || name === undefined) continue
    if (migrations.at(-1)?.version === version) {
      throw new StackRefusal(
        `Migrations ${migrations.at(-1)?.file} and ${file} have the same version. / マイグレーションの番号が重複しています。`,
      )
    }
    migrations.push({ file, version, name, sql: await readFile(join(folder, file), 'utf8') })
  }
  return migrations
}

/** What was applied must be the beginning of what is there, unchanged. */
function refuseOtherHistory(migrations: Migration[], applied: Applied[]): void {
  for (const [index, { version, statements }] of applied.entries()) {
    const migration = migrations[index]
    const remedy =
      'start with "npm start -- --fresh" or undo that. / マイグレーションの履歴が一致しません。npm start -- --fresh でやり直してください。'
    if (migration?.version !== version) {
      const strange = migrations.find((candidate) => candidate.version === version)
        ? migration?.file
        : version
      throw new StackRefusal(
        strange === version
          ? `Migration ${version} was applied to this data folder but its file is gone; ${remedy}`
          : `Migration ${strange} is older than ones already applied to this data folder; ${remedy}`,
      )
    }
    if (JSON.stringify(statements) !== JSON.stringify(statementsOf(migration.sql))) {
      throw new StackRefusal(
        `Migration ${migration.file} was edited after it had been applied to this data folder; ${remedy}`,
      )
    }
  }
}

async function apply(client: ClientBase, { file, version, name, sql }: Migration): Promise<void> {
  await inTransaction(client, async () => {
    await runFile(client, `supabase/migrations/${file}`, sql)
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [version, name, statementsOf(sql)],
    )
  })
}

export async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    // What a file sets for itself must not reach the next one.
    await client.query('reset all')
  }
}

/** Runs a whole file; its failure is told with the file's name and line. */
export async function runFile(client: ClientBase, file: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const line = error.position ? `:${sql.slice(0, Number(error.position)).split('\n').length}` : ''
    const context = [error.detail, error.hint, error.where?.split('\n')[0]].filter(Boolean).join('; ')
    throw new StackRefusal(
      `${file}${line} fails: ${error.message} (SQLSTATE ${error.code})${context ? ` [${context}]` : ''} / SQL の実行に失敗しました。`,
      { cause: error },
    )
  }
}
