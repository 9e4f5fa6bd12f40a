import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { readProtections } from '../../scripts/protections/read.ts'
import '../../tests/support/stack-context.ts'

const FILE = join(import.meta.dirname, '../types/protections.txt')

/** The last net: what stories do not try is at least not taken away unseen. */
test('what protects the tables and functions is what was written down', async () => {
  const client = new pg.Client({ connectionString: inject('stack').db })
  await client.connect()
  try {
    const lines = (text: string): string[] => text.trim().split('\n')
    expect(lines(await readProtections(client))).toEqual(lines(await readFile(FILE, 'utf8')))
    await client.query('begin')
    await client.query('alter policy "one reads one\'s own favourites" on public.favorites using (true)')
    expect(await readProtections(client)).not.toBe(await readFile(FILE, 'utf8'))
    await client.query('rollback')
  } finally {
    await client.end()
  }
})
