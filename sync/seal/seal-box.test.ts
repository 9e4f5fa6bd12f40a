import { beforeAll, describe, expect, test } from 'vitest'
import {
  CannotUnseal,
  createSealKeyPair,
  keyIdOf,
  seal,
  type SealedBox,
  type SealKeyPair,
  unseal,
} from './seal-box.ts'

const HANDLE = 'a'.repeat(64)
const TEXT = '電車の中で見ました🚃'
const bytes = new TextEncoder().encode(TEXT)

let keys: SealKeyPair
let box: SealedBox
beforeAll(async () => {
  keys = await createSealKeyPair()
  box = await seal(bytes, keys.publicKey, HANDLE)
})

const reasonOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'opened',
    (error: unknown) => (error instanceof CannotUnseal ? error.reason : String(error)),
  )
const flipped = (part: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> => {
  const copy = part.slice()
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('what was sealed', () => {
  test('opens with the private key, and is nowhere in the box', async () => {
    expect(new TextDecoder().decode(await unseal(box, keys, HANDLE))).toBe(TEXT)
    for (const part of [box.ephemeral, box.iv, box.ciphertext])
      expect(Buffer.from(part).includes(Buffer.from(bytes.subarray(0, 6)))).toBe(false)
    expect(JSON.stringify(box)).not.toContain(keys.publicKey)
  })

  test('has the form that the server takes', () => {
    expect(keys.publicKey).toMatch(/^B[\w-]{86}$/)
    expect(keys.privateKey).toMatch(/^[\w-]{80,255}$/)
  })

  test('is sealed anew every time', async () => {
    const again = await seal(bytes, keys.publicKey, HANDLE)
    expect(again.ciphertext).not.toEqual(box.ciphertext)
    expect(again.ephemeral).not.toEqual(box.ephemeral)
  })

  test('does not open with the key of somebody else', async () => {
    const others = await createSealKeyPair()
    expect(await reasonOf(unseal(box, others, HANDLE))).toBe('wrong_key')
    // Nor when it claims to have been sealed for them
    const claimed = { ...box, keyId: await keyIdOf(others.publicKey) }
    expect(await reasonOf(unseal(claimed, others, HANDLE))).toBe('damaged')
    expect(await reasonOf(unseal(box, { ...keys, privateKey: others.privateKey }, HANDLE))).toBe('damaged')
  })

  test.each(['ephemeral', 'iv', 'ciphertext'] as const)(
    'does not open when its %s was changed',
    async (part) => {
      for (const at of [0, 1, box[part].length - 1]) {
        expect(await reasonOf(unseal({ ...box, [part]: flipped(box[part], at) }, keys, HANDLE))).toBe(
          'damaged',
        )
      }
      expect(await reasonOf(unseal({ ...box, [part]: box[part].slice(1) }, keys, HANDLE))).toBe('damaged')
      expect(await reasonOf(unseal({ ...box, [part]: new Uint8Array() }, keys, HANDLE))).toBe('damaged')
    },
  )

  test('does not open under another handle', async () => {
    expect(await reasonOf(unseal(box, keys, 'b'.repeat(64)))).toBe('damaged')
  })

  test('of a later format is left alone', async () => {
    // As another build would have written it
    const later = { ...box, format: 2 } as unknown as SealedBox
    expect(await reasonOf(unseal(later, keys, HANDLE))).toBe('unknown_format')
  })

  test('with a key that is none is told as such', async () => {
    expect(await reasonOf(unseal(box, { ...keys, privateKey: 'nonsense' }, HANDLE))).toBe('damaged')
    expect(await reasonOf(unseal(box, { ...keys, publicKey: '?' }, HANDLE))).toBe('damaged')
  })
})
