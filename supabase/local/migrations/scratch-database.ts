import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** An empty database beside the given one, for one test, and how to drop it. */
export async function scratchDatabase(
  url: string,
): Promise<{ client: pg.Client; drop: () => Promise<void> }> {
  const name = `scratch_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client(url)
  await owner.connect()
  await owner.query(`create database ${name} template template0`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const client = new pg.Client(own.href)
  await client.connect()
  return {
    client,
    async drop() {
      await client.end()
      await owner.query(`drop database ${name}`)
      await owner.end()
    },
  }
}
