import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { Connection } from './database.ts'

const opened: Connection[] = []
const connect = async (): Promise<Connection> => {
  const connection = await Connection.open()
  opened.push(connection)
  return connection
}
afterAll(() => Promise.all(opened.map((connection) => connection.close())))

/** Resolves once what runs on a connection waits for another. */
const waits = async ({ pid }: Connection): Promise<void> => {
  const watcher = await connect()
  await expect.poll(() => watcher.value('select cardinality(pg_blocking_pids($1)) > 0', [pid])).toBe(true)
}

/** A person who may ask for level 3 with the document at `path`. */
async function applicant(on: Connection): Promise<{ person: string; path: string }> {
  const person = await on.createPerson()
  const path = `${person}/${randomUUID()}.jpg`
  await on.rows(`select public.record_phone_verification($1, $2, 'firebase', $3)`, [
    person,
    `+8180${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    person,
  ])
  await on.rows(`insert into storage.objects (bucket_id, name) values ('verification', $1)`, [path])
  return { person, path }
}

test('a document is not removed by a request to storage that runs while the document is handed in', async () => {
  const [asking, removing] = [await connect(), await connect()]
  const { person, path } = await applicant(asking)
  await removing.beginAs(person)
  await removing.rows(`select set_config('storage.allow_delete_query', 'true', true)`)
  await asking.beginAs(person)
  await asking.rows('select public.request_id_verification($1)', [path])
  const removed = removing.rows('delete from storage.objects where name = $1 returning name', [path])
  await waits(removing)
  await asking.commit()
  expect(await removed).toEqual([])
  await removing.commit()
})

test('a document that is being removed is not handed in', async () => {
  const [asking, removing] = [await connect(), await connect()]
  const { person, path } = await applicant(asking)
  await removing.beginAs(person)
  await removing.rows(`select set_config('storage.allow_delete_query', 'true', true)`)
  expect(await removing.rows('delete from storage.objects where name = $1 returning name', [path])).toEqual([
    { name: path },
  ])
  const asked = asking.as(person, () => asking.rows('select public.request_id_verification($1)', [path]))
  await waits(asking)
  await removing.commit()
  await expect(asked).rejects.toMatchObject({ hint: 'document_missing' })
})
