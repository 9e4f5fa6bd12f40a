import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPushQueue, MAX_ROWS, MAX_SENDS, type Batch, type PushQueue } from './push-queue.ts'
import type { RowAnswer } from './transport.ts'

const row = (id: string, body = '') => ({ id, row: { id, body } })
const rows = (count: number, prefix = 'r') =>
  Array.from({ length: count }, (_, index) => row(`${prefix}${index}`))
const none = (): number => 0

function next(queue: PushQueue, now = 0): Batch {
  const batch = queue.next(now)
  if (batch === undefined) throw new Error('nothing to send')
  return batch
}

function answerAll(batch: Batch): Record<string, RowAnswer[]> {
  const answers = Object.entries(batch.ids).map(([name, ids]): [string, RowAnswer[]] => [
    name,
    ids.map((id) => ({ id, result: 'applied', row: { id } })),
  ])
  return Object.fromEntries(answers)
}

describe('a request', () => {
  test('takes up to 500 rows of all collections together, in order', () => {
    const queue = createPushQueue()
    void queue.add('messages', rows(499), none)
    void queue.add('favorites', rows(2), none)
    const batch = next(queue)
    expect([batch.ids['messages']?.length, batch.ids['favorites']]).toEqual([499, ['r0']])
    expect(batch.ids['messages']?.at(-1)).toBe('r498')
  })

  test('takes a block first when there is not room for all', () => {
    const queue = createPushQueue()
    void queue.add('messages', rows(500), none)
    void queue.add('relations', rows(1, 'block'), none)
    expect(next(queue).ids['relations']).toEqual(['block0'])
  })

  test('stays below the size that a server takes', () => {
    const queue = createPushQueue()
    void queue.add(
      'messages',
      Array.from({ length: 500 }, (_, index) => row(`r${index}`, 'あ'.repeat(10_000))),
      none,
    )
    const sent = JSON.stringify(next(queue).rows).length * 3
    expect(sent).toBeLessThan(2_100_000)
    expect(sent).toBeGreaterThan(1_000_000)
  })

  test('never holds the same row twice: the later state waits', () => {
    const queue = createPushQueue()
    void queue.add('favorites', [row('a', 'first'), row('b')], none)
    void queue.add('favorites', [row('a', 'second'), row('c')], none)
    const first = next(queue)
    expect(first.ids['favorites']).toEqual(['a', 'b'])
    queue.answered(first, answerAll(first), () => 0)
    expect(next(queue).rows['favorites']?.map((sent) => sent['body'])).toEqual(['second', ''])
  })

  test('answers its caller when every row has its answer', async () => {
    const queue = createPushQueue()
    const waiting = queue.add('messages', rows(700), none)
    for (let batch = queue.next(0); batch !== undefined; batch = queue.next(0)) {
      queue.answered(batch, answerAll(batch), () => 0)
    }
    expect((await waiting).size).toBe(700)
    expect(queue.isEmpty()).toBe(true)
  })

  test('of no rows is answered at once', async () => {
    expect((await createPushQueue().add('messages', [], none)).size).toBe(0)
  })
})

describe('a row that is refused for now', () => {
  const refuse = (batch: Batch, id: string): Record<string, RowAnswer[]> =>
    Object.fromEntries(
      Object.entries(answerAll(batch)).map(([name, answers]) => [
        name,
        answers.map((answer) =>
          answer.id === id ? { id, result: 'refused' as const, code: 'rate_limited' as const } : answer,
        ),
      ]),
    )

  test('waits without holding the others up, and is sent three times in all', async () => {
    const queue = createPushQueue()
    const waiting = queue.add('messages', rows(3), none)
    let now = 0
    const sent: string[][] = []
    for (let times = 0; times < MAX_SENDS; times++) {
      const batch = next(queue, now)
      sent.push(batch.ids['messages'] ?? [])
      queue.answered(batch, refuse(batch, 'r1'), () => now + 10)
      if (times < MAX_SENDS - 1) expect(queue.next(now)).toBeUndefined()
      if (times < MAX_SENDS - 1) expect(queue.readyAt()).toBe(now + 10)
      now += 10
    }
    expect(sent).toEqual([['r0', 'r1', 'r2'], ['r1'], ['r1']])
    expect((await waiting).get('r1')).toMatchObject({ result: 'refused', code: 'rate_limited' })
  })

  test('counts what was sent before', async () => {
    const queue = createPushQueue()
    const waiting = queue.add('messages', [row('a')], () => 2)
    const batch = next(queue)
    expect(queue.answered(batch, refuse(batch, 'a'), () => 0).waiting).toEqual([])
    expect((await waiting).get('a')).toMatchObject({ result: 'refused' })
  })
})

test('a row that was refused for now twice is not refused for what is wrong with another beside it', async () => {
  const queue = createPushQueue()
  const innocent = queue.add('messages', [row('innocent')], () => MAX_SENDS - 1)
  const tooLong = queue.add('messages', [row('too long')], none)
  for (let batch = queue.next(0); batch !== undefined; batch = queue.next(0)) {
    if (batch.ids['messages']?.includes('too long')) queue.rejected(batch, 'too_long')
    else queue.answered(batch, answerAll(batch), () => 0)
  }
  expect((await innocent).get('innocent')).toMatchObject({ result: 'applied' })
  expect((await tooLong).get('too long')).toMatchObject({ result: 'refused', code: 'too_long' })
})

test('a row without an answer counts as refused for now', () => {
  const queue = createPushQueue()
  void queue.add('messages', [row('a')], none)
  expect(queue.answered(next(queue), {}, () => 5).passing).toEqual([
    { collection: 'messages', id: 'a', sends: 1 },
  ])
})

describe('a row that the server postponed', () => {
  /** Applies the rows before this one, and postpones it and those behind it. */
  const postponeFrom = (batch: Batch, id: string): Record<string, RowAnswer[]> =>
    Object.fromEntries(
      Object.entries(answerAll(batch)).map(([name, answers]) => {
        const from = answers.findIndex((answer) => answer.id === id)
        return [name, answers.map((answer, at) => (at < from ? answer : { id: answer.id, result: 'later' }))]
      }),
    )

  test('is sent again as often as it takes, before the rows that came after it', async () => {
    const queue = createPushQueue()
    const waiting = queue.add('messages', rows(3), none)
    const sent: string[][] = []
    for (let now = 0; now < 50; now += 10) {
      const batch = next(queue, now)
      sent.push(batch.ids['messages'] ?? [])
      expect(queue.answered(batch, postponeFrom(batch, 'r1'), () => now + 10).passing).toEqual([])
      if (now === 0) void queue.add('messages', [row('r3')], none)
      expect(queue.next(now)).toBeUndefined()
      expect(queue.readyAt()).toBe(now + 10)
    }
    expect(sent).toEqual([['r0', 'r1', 'r2'], ...Array.from({ length: 4 }, () => ['r1', 'r2', 'r3'])])
    const batch = next(queue, 50)
    queue.answered(batch, answerAll(batch), () => 0)
    expect([...(await waiting).values()].map(({ result }) => result)).toEqual(Array(3).fill('applied'))
  })

  test('holds up nothing of other collections, however many there are of it', () => {
    const queue = createPushQueue()
    void queue.add('favorites', rows(3 * MAX_ROWS), none)
    const batch = next(queue)
    queue.answered(batch, postponeFrom(batch, 'r0'), () => 1_000)
    void queue.add('messages', [row('written later')], none)
    expect(next(queue).ids).toEqual({ messages: ['written later'] })
    expect(queue.readyAt()).toBe(0)
  })

  test('holds up everything where it is a relation: a block counts before what is written after it', () => {
    const queue = createPushQueue()
    void queue.add('relations', rows(1), none)
    const batch = next(queue)
    queue.answered(batch, postponeFrom(batch, 'r0'), () => 1_000)
    void queue.add('messages', [row('written later')], none)
    expect(queue.next(0)).toBeUndefined()
    expect(queue.readyAt()).toBe(1_000)
    expect(next(queue, 1_000).ids).toEqual({ relations: ['r0'], messages: ['written later'] })
  })

  test('waits longer each time that nothing was settled', () => {
    const queue = createPushQueue()
    void queue.add('messages', rows(2), none)
    const tries: number[] = []
    const answer = (from: string): void => {
      const batch = next(queue)
      queue.answered(batch, postponeFrom(batch, from), (count) => (tries.push(count), 0))
    }
    for (const from of ['r0', 'r0', 'r1', 'r1']) answer(from)
    expect(tries).toEqual([1, 2, 1, 1])
  })
})

describe('a request that is rejected as a whole', () => {
  test('is divided: every good row is saved, every bad one refused, none sent more than three times', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.nat(119), { maxLength: 5 }),
        async (count, bad) => {
          const queue = createPushQueue()
          const isBad = new Set(bad.map((index) => `r${index}`))
          const waiting = queue.add('messages', rows(count), none)
          const sends = new Map<string, number>()
          const order: string[] = []
          for (let batch = queue.next(0); batch !== undefined; batch = queue.next(0)) {
            const ids = batch.ids['messages'] ?? []
            for (const id of ids) sends.set(id, (sends.get(id) ?? 0) + 1)
            if (ids.some((id) => isBad.has(id))) queue.rejected(batch, 'invalid')
            else {
              order.push(...ids)
              queue.answered(batch, answerAll(batch), () => 0)
            }
          }
          const answers = await waiting
          expect(answers.size).toBe(count)
          for (const [id, answer] of answers)
            expect(answer.result).toBe(isBad.has(id) ? 'refused' : 'applied')
          expect(Math.max(...sends.values())).toBeLessThanOrEqual(MAX_SENDS)
          expect(order).toEqual(
            rows(count)
              .map(({ id }) => id)
              .filter((id) => !isBad.has(id)),
          )
        },
      ),
    )
  })

  test('comes to an end whatever the server says: each row has three answers of its own, and stands alone when it is refused with a request', async () => {
    const saying = fc.constantFrom<'saved' | 'for now' | 'rejected'>('saved', 'for now', 'rejected')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.infiniteStream(saying), async (count, says) => {
        const queue = createPushQueue()
        const waiting = queue.add('messages', rows(count), none)
        const answered = new Map<string, number>()
        const refusedWith = new Map<string, number>()
        let requests = 0
        for (let batch = queue.next(0); batch !== undefined; batch = queue.next(0)) {
          requests++
          const ids = batch.ids['messages'] ?? []
          const said = says.next().value
          if (said === 'rejected') {
            for (const id of ids) refusedWith.set(id, ids.length)
            queue.rejected(batch, 'invalid')
          } else {
            for (const id of ids) answered.set(id, (answered.get(id) ?? 0) + 1)
            queue.answered(batch, said === 'saved' ? answerAll(batch) : {}, () => 0)
          }
        }
        expect(requests).toBeLessThanOrEqual(count * 3 * MAX_SENDS)
        for (const [id, answer] of await waiting) {
          expect(answered.get(id) ?? 0).toBeLessThanOrEqual(MAX_SENDS)
          if (answer.result === 'refused' && answer.code === 'invalid') expect(refusedWith.get(id)).toBe(1)
        }
      }),
    )
  })
})
