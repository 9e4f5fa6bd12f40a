import { createRxDatabase } from 'rxdb/plugins/core'
import { expect, test, vi } from 'vitest'
import { writeDocuments } from '../collections/write.ts'
import { fastInstanceOf, getFastDexieStorage } from './fast-dexie.ts'
import { getChangedDocumentsSince } from './fast-reads.ts'

type Thing = { id: string; value: number }

const open = async (name: string) => {
  const database = await createRxDatabase({ name, storage: getFastDexieStorage(), multiInstance: false })
  const { things } = await database.addCollections({
    things: {
      schema: {
        version: 0,
        primaryKey: 'id',
        type: 'object',
        properties: { id: { type: 'string', maxLength: 10 }, value: { type: 'number' } },
        required: ['id'],
      },
    },
  })
  const instance = fastInstanceOf<Thing>(things)
  const writeNothing = () =>
    writeDocuments(
      // Only its storage is used
      things as unknown as Parameters<typeof writeDocuments>[0],
      [],
      (_, current) => current,
    )
  const add = (id: string, value: number, likelyNew: boolean): Promise<string[]> =>
    instance.edit([id], (_, current) => ({ id, value: (current?.value ?? 0) + value }), 'token', likelyNew)
  const stored = async () =>
    (await instance.findDocumentsById(['a', 'b', 'c'], true)).map(({ id, value }) => ({ id, value }))
  /** The ids in the order of writing. */
  const written = async () =>
    (await getChangedDocumentsSince(instance, 10, undefined)).documents.map(({ id }) => id)
  return { database, instance, add, stored, written, writeNothing }
}

test.each([true, false])(
  'an edit is made from what is stored, believed to be new or not (%s)',
  async (likelyNew) => {
    const { database, add, stored } = await open(`edited-${likelyNew}`)
    expect(await add('a', 1, likelyNew)).toEqual(['a'])
    expect(await add('a', 2, likelyNew)).toEqual(['a'])
    expect(await stored()).toEqual([{ id: 'a', value: 3 }])
    await database.close()
  },
)

test('an edit of what was believed to be new may leave it, or be impossible', async () => {
  const { database, instance, add, stored } = await open('left')
  await add('a', 1, true)
  expect(
    await instance.edit(['a'], (_, current) => (current ? undefined : { id: 'a', value: 9 }), 't', true),
  ).toEqual([])
  const refuse = (_: string, current: Thing | undefined): Thing => {
    if (current !== undefined) throw new Error('taken')
    return { id: 'a', value: 9 }
  }
  await expect(instance.edit(['a'], refuse, 't', true)).rejects.toThrow('taken')
  const insist = (_: string, current: Thing | undefined): Thing => {
    if (current === undefined) throw new Error('nothing there')
    return { ...current, value: 5 }
  }
  await expect(instance.edit(['b'], insist, 't', true)).rejects.toThrow('nothing there')
  expect(await instance.edit(['a'], insist, 't', true)).toEqual(['a'])
  expect(await stored()).toEqual([{ id: 'a', value: 5 }])
  await database.close()
})

test.each([true, false])(
  'an edit is dated later than all that is stored, whatever the clock says (new: %s)',
  async (likelyNew) => {
    const { database, instance, add, stored, written } = await open(`dated-${likelyNew}`)
    // By a tab whose clock was ahead
    const _meta = { lwt: Date.now() + 3_600_000 }
    const ahead = { id: 'b', value: 1, _deleted: false, _attachments: {}, _rev: '1-other', _meta }
    expect((await instance.bulkWrite([{ document: ahead }], 'test')).error).toEqual([])
    await add('c', 1, likelyNew)
    await add('a', 1, likelyNew)
    await add('c', 1, likelyNew)
    expect(await written()).toEqual(['b', 'a', 'c'])
    expect(await stored()).toEqual([
      { id: 'a', value: 1 },
      { id: 'b', value: 1 },
      { id: 'c', value: 2 },
    ])
    await database.close()
  },
)

test('where there is nothing to write the disk is left alone', async () => {
  const { database, writeNothing } = await open('nothing')
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
  expect(await writeNothing()).toEqual([])
  expect(opened).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  await database.close()
})
