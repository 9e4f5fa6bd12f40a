import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import type { OpenedStore } from './open-store.ts'
import { createStoreKeeper } from './store-keeper.ts'

function setUp() {
  const log: string[] = []
  const failures: unknown[] = []
  const gates = new Map<string, () => void>()
  const keeper = createStoreKeeper(
    async (userId) => {
      log.push(`open ${userId}`)
      await new Promise<void>((resolve) => gates.set(userId, resolve))
      return {
        store: { userId },
        activity$: new BehaviorSubject({ pending: 1, attention: 1 }),
        close: () => Promise.resolve(log.push(`close ${userId}`)),
        remove: () => Promise.resolve(log.push(`remove ${userId}`)),
      } as unknown as OpenedStore
    },
    (error) => failures.push(error),
  )
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  const finish = async (userId: string) => {
    await settle()
    gates.get(userId)?.()
    await settle()
  }
  return { keeper, log, finish, failures }
}

test('opens one account at a time, the next after the one before is closed', async () => {
  const { keeper, log, finish } = setUp()
  keeper.show('a')
  expect(keeper.state.read()).toEqual({ status: 'opening', userId: 'a' })
  await finish('a')
  expect(keeper.state.read().status).toBe('open')
  keeper.show('b')
  await finish('b')
  expect(log).toEqual(['open a', 'close a', 'open b'])
  expect(keeper.state.read()).toMatchObject({ status: 'open', activity: { pending: 1 } })
})

test('who left while it was opening is not shown', async () => {
  const { keeper, log, finish } = setUp()
  keeper.show('a')
  await Promise.resolve()
  keeper.show(null)
  await finish('a')
  await keeper.closed()
  expect(log).toEqual(['open a', 'close a'])
  expect(keeper.state.read()).toEqual({ status: 'closed' })
})

test('what is to be removed is removed, and only that', async () => {
  const { keeper, log, finish } = setUp()
  keeper.show('a')
  await finish('a')
  keeper.removeOnClose()
  keeper.show('b')
  await finish('b')
  keeper.show(null)
  await keeper.closed()
  expect(log).toEqual(['open a', 'remove a', 'open b', 'close b'])
})

test('one that cannot be closed is told and holds nothing else up', async () => {
  const failures: unknown[] = []
  const opened: string[] = []
  const keeper = createStoreKeeper(
    (userId) => {
      opened.push(userId)
      return Promise.resolve({
        store: { userId },
        activity$: new BehaviorSubject(null),
        close: () => Promise.reject(new Error('stuck')),
      } as unknown as OpenedStore)
    },
    (error) => failures.push(error),
  )
  keeper.show('a')
  await keeper.closed()
  keeper.show(null)
  keeper.show('b')
  await keeper.closed()
  expect(opened).toEqual(['a', 'b'])
  expect(failures).toEqual([new Error('stuck')])
})
