import type { RxCollection } from 'rxdb/plugins/core'
import { expect, test, vi } from 'vitest'
import type { SyncedDocument } from '../collections/definition.ts'
import { openEpochs } from './epochs.ts'
import type { CollectionAnswer } from './exchange.ts'
import { createPuller } from './puller.ts'

const NOTHING_NEW: CollectionAnswer = { epoch: '1.1', reset: false, rows: [], checkpoint: null }

test('a pull counts as done only when nothing was asked for since its request left', async () => {
  const requests: ((answer: CollectionAnswer) => void)[] = []
  const onPulled = vi.fn()
  const puller = createPuller('favorites', {
    // Nothing is looked up in it where nothing is swept
    collection: {} as RxCollection<SyncedDocument>,
    epochs: await openEpochs(
      { recall: () => Promise.resolve(undefined), remember: () => Promise.resolve() },
      ['favorites'],
    ),
    exchange: {
      expect: () => {},
      pull: (_name, _checkpoint, _limit, onSent) => {
        onSent()
        return new Promise((resolve) => requests.push(resolve))
      },
    },
    onPulled,
    onTrouble: () => {},
  })
  const pullWhile = async (meanwhile: () => void): Promise<void> => {
    const page = puller.handler(undefined, 500)
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    meanwhile()
    requests.shift()?.(NOTHING_NEW)
    await page
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await pullWhile(() => puller.ask())
  expect(onPulled).not.toHaveBeenCalled()
  await pullWhile(() => {})
  expect(onPulled.mock.calls).toEqual([['favorites']])
})
