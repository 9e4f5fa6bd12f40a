import { expect, test, vi } from 'vitest'
import { isAnythingSealed, keepSealed, sealedOf, type SealedRecord } from './sealed-database.ts'

const bytes = new Uint8Array(1)
const record = (id: string): SealedRecord => ({
  id,
  handle: 'anna',
  format: 1,
  keyId: 'key',
  ephemeral: bytes,
  iv: bytes,
  ciphertext: bytes,
})

test('what one tab seals first is kept, however many others look just then whether anything is sealed', async () => {
  expect(await isAnythingSealed()).toBe(false)
  const looking = [isAnythingSealed(), isAnythingSealed()]
  const sealing = keepSealed(record('1'))
  looking.push(isAnythingSealed())
  await sealing
  await Promise.all(looking)
  expect(await isAnythingSealed()).toBe(true)
  expect((await sealedOf('anna')).map(({ id }) => id)).toEqual(['1'])
})

test('the look for sealed remainders opens no database', async () => {
  const opening = vi.spyOn(indexedDB, 'open')
  await isAnythingSealed()
  expect(opening).not.toHaveBeenCalled()
  opening.mockRestore()
})
