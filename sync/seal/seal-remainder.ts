import * as v from 'valibot'
import { createUuidv7 } from '#domain/uuid.ts'
import { CannotUnseal, seal, type SealKeyPair, unseal } from './seal-box.ts'
import { Remainder } from './remainder.ts'
import type { SealKey } from './seal-key.ts'
import { keepSealed, type SealedRecord } from './sealed-database.ts'

/** Ids that sort by time: of two remainders of an account the later is laid back last. */
const newId = createUuidv7((bytes) => bytes.set(crypto.getRandomValues(new Uint8Array(bytes.length))))

/** Seals a remainder and stores it beside earlier ones. Answers its record's id once it is on the disk. */
export async function sealRemainder(remainder: Remainder, { handle, publicKey }: SealKey): Promise<string> {
  const content = new TextEncoder().encode(JSON.stringify(remainder))
  const id = newId(Date.now())
  await keepSealed({ id, handle, ...(await seal(content, publicKey, handle)) })
  return id
}

/** Opens a sealed remainder of this account. Throws CannotUnseal, and nothing else, when it is not to be had. */
export async function openRemainder(
  { handle, ...box }: SealedRecord,
  keys: SealKeyPair,
  userId: string,
): Promise<Remainder> {
  const content = await unseal(box, keys, handle)
  const remainder = v.safeParse(
    v.pipe(v.string(), v.parseJson(), Remainder),
    new TextDecoder().decode(content),
  )
  if (!remainder.success) throw new CannotUnseal('unknown_format')
  if (remainder.output.userId !== userId) throw new CannotUnseal('wrong_account')
  return remainder.output
}
