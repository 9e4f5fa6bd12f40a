import { afterEach, describe, expect, test, vi } from 'vitest'
import { copyText } from './decisions.ts'
import { openOutbox } from './outbox.ts'
import { outboxName } from '../generations/names.ts'
import { createRoom, StorageFullError } from '../storage/room.ts'
import type { Overruled } from './overruled.ts'
import type { ParkedEdit } from './parked.ts'

const edit = (id: string, document: Record<string, unknown> = {}): ParkedEdit => ({
  collection: 'messages',
  id,
  code: 'blocked',
  document: { id, ...document },
  base: null,
  parkedAt: 1,
})

const lost = (field: string, at: number): Overruled => ({
  collection: 'ratings',
  id: 'c',
  field,
  mine: 1,
  theirs: 2,
  at,
})

afterEach(() => vi.restoreAllMocks())

describe('the outbox', () => {
  test('keeps parked edits over a restart, and shows them to the other tabs', async () => {
    const [first, second] = [await openOutbox('mirutomo-one'), await openOutbox('mirutomo-one')]
    await first.park([edit('a'), edit('b')])
    expect([...first.parked().keys()]).toEqual(['messages/a', 'messages/b'])
    await vi.waitFor(() => expect([...second.parked().keys()]).toEqual(['messages/a', 'messages/b']))
    await second.forget([['messages', 'a']])
    await vi.waitFor(() => expect([...first.parked().keys()]).toEqual(['messages/b']))
    first.close()
    second.close()
    const again = await openOutbox('mirutomo-one')
    expect([...again.parked().values()]).toEqual([edit('b')])
    again.close()
  })

  test('counts sends until the edit is parked or saved', async () => {
    const outbox = await openOutbox('mirutomo-two')
    await outbox.countSends([
      { collection: 'messages', id: 'a', sends: 2 },
      { collection: 'messages', id: 'b', sends: 1 },
    ])
    expect([outbox.sends('messages', 'a'), outbox.sends('messages', 'c')]).toEqual([2, 0])
    await outbox.park([edit('a')])
    await outbox.clearSends([['messages', 'b']])
    expect([outbox.sends('messages', 'a'), outbox.sends('messages', 'b')]).toEqual([0, 0])
    outbox.close()
    const again = await openOutbox('mirutomo-two')
    expect([again.sends('messages', 'a'), again.sends('messages', 'b')]).toEqual([0, 0])
    again.close()
  })

  test('remembers what the engine must not forget', async () => {
    const outbox = await openOutbox('mirutomo-three')
    await outbox.remember('clock', { offset: 5 })
    expect(await outbox.recall('clock')).toEqual({ offset: 5 })
    expect(await outbox.recall('nothing')).toBeUndefined()
    outbox.close()
  })

  test('tells every tab what it remembers anew, once for each change', async () => {
    const [first, second] = [await openOutbox('mirutomo-four'), await openOutbox('mirutomo-four')]
    const told: unknown[] = []
    const watching = second.watch('floors').subscribe((value) => told.push(value))
    await vi.waitFor(() => expect(told).toEqual([undefined]))
    const set = (value: number) => first.amend('floors', (before) => (before === value ? before : value))
    await set(1)
    await vi.waitFor(() => expect(told).toEqual([undefined, 1]))
    await set(1)
    await set(2)
    await vi.waitFor(() => expect(told.at(-1)).toBe(2))
    expect(told).toEqual([undefined, 1, 2])
    watching.unsubscribe()
    first.close()
    second.close()
  })

  test('knows what there was no room for, and stores it when there is room again', async () => {
    const room = createRoom()
    const outbox = await openOutbox('mirutomo-six', () => {}, room)
    await outbox.park([edit('a', { body: 'older' })])
    const { write } = room
    room.write = () => Promise.reject(new StorageFullError('full'))
    await outbox.park([edit('a', { body: 'newer' }), edit('b')])
    await outbox.overrule([lost('score', 1), lost('comment', 2)], [])
    await outbox.dismiss([['ratings', 'c', 'score']])
    const known = () => [[...outbox.parked().values()], outbox.overruled()]
    const all = [[edit('a', { body: 'newer' }), edit('b')], [lost('comment', 2)]]
    expect(known()).toEqual(all)
    await outbox.remember('clock', 1)
    room.write = write
    await outbox.remember('clock', 2)
    await outbox.refresh()
    expect(known()).toEqual(all)
    outbox.close()
    const again = await openOutbox('mirutomo-six')
    expect([[...again.parked().values()], again.overruled()]).toEqual(all)
    again.close()
  })

  test('leaves nothing open when it cannot be read, and does not call that lost', async () => {
    const close = vi.spyOn(IDBDatabase.prototype, 'close')
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('unreadable', 'UnknownError')
    })
    const onLost = vi.fn()
    await expect(openOutbox('mirutomo-five', onLost)).rejects.toThrow('unreadable')
    expect(close.mock.contexts).toMatchObject([{ name: outboxName('mirutomo-five') }])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('is a database of its account', () => expect(outboxName('mirutomo-anna')).toBe('mirutomo-outbox-anna'))
})

test('the text of a refused edit can be copied', () => {
  expect(copyText(edit('a', { body: 'こんにちは' }))).toBe('こんにちは')
  expect(copyText(edit('a', { comment: 'よい' }))).toBe('よい')
  expect(copyText(edit('a', { is_favorite: true }))).toBe('')
})
