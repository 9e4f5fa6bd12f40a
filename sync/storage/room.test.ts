import { expect, test } from 'vitest'
import { createRoom, StorageFullError } from './room.ts'

const quota = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))

/** A device with room for `left` bytes, whose steps free so much each. */
function device(left: number, frees: number[]) {
  const log: string[] = []
  const room = createRoom()
  room.steps = frees.map((bytes, index) => async () => {
    log.push(`step ${index}`)
    left += bytes
    return bytes > 0
  })
  const store = (bytes: number) => async () => {
    if (bytes > left) return quota()
    left -= bytes
    return log.push(`stored ${bytes}`)
  }
  return { room, log, store }
}

test('frees in order, no more than is needed', async () => {
  const { room, log, store } = device(0, [10, 10])
  await room.write(store(5))
  expect(log).toEqual(['step 0', 'stored 5'])
  await room.write(store(15))
  expect(log).toEqual(['step 0', 'stored 5', 'step 0', 'stored 15'])
})

test('goes on to the next step when the first was not enough, and says so when none was', async () => {
  const { room, log, store } = device(0, [0, 10])
  await room.write(store(5))
  expect(log).toEqual(['step 0', 'step 1', 'stored 5'])
  await expect(room.write(store(50))).rejects.toBeInstanceOf(StorageFullError)
})

test('knows a full device also by what Dexie carries within', async () => {
  const { room, log, store } = device(0, [10])
  const aborted = (error: unknown) =>
    Promise.reject(Object.assign(new Error('aborted'), { name: 'AbortError', inner: error }))
  await room.write(() => store(5)().catch(aborted))
  expect(log).toEqual(['step 0', 'stored 5'])
})

test('takes only the first step for what can be had again', async () => {
  const { room, log, store } = device(0, [1, 100])
  expect(await room.writeExpendable(store(5))).toBeUndefined()
  expect(log).toEqual(['step 0'])
})

test('frees once for writes that fail together', async () => {
  const { room, log, store } = device(0, [10])
  await Promise.all([room.write(store(5)), room.write(store(5))])
  expect(log.filter((line) => line === 'step 0')).toHaveLength(1)
})

test('passes every other failure on', async () => {
  const { room } = device(0, [10])
  await expect(room.write(() => Promise.reject(new Error('closed')))).rejects.toThrow('closed')
})
