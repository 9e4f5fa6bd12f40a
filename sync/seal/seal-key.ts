import * as v from 'valibot'
import type { Outbox } from '../outbox/outbox.ts'
import { createSealKeyPair, type SealKeyPair } from './seal-box.ts'

/** What a device needs to seal for an account: under which name it files the remainder, and for whom. */
export const SealKey = v.object({ handle: v.string(), publicKey: v.string() })
export type SealKey = v.InferOutput<typeof SealKey>

/** The account's keys on the server. Both reject when it cannot be asked just now, and answer null when it has none. */
export type SealKeyServer = {
  /** `offered` is taken when the account has no pair yet; the first one stays. */
  sealKey: (offered?: SealKeyPair) => Promise<SealKey | null>
  privateKey: () => Promise<string | null>
}

/** The name under which the outbox remembers it. */
export const REMEMBERED_SEAL_KEY = 'seal_key'

/** Has the account's public key on this device, so that it can be sealed for without a connection; the account gets a pair if it has none. */
export async function learnSealKey(outbox: Outbox, server: SealKeyServer): Promise<SealKey> {
  const key = (await server.sealKey()) ?? (await server.sealKey(await createSealKeyPair()))
  if (key === null) throw new Error('the server took no key')
  await outbox.remember(REMEMBERED_SEAL_KEY, key)
  return key
}

/** Can this device seal what is unsent of the account? */
export async function canSeal(outbox: Pick<Outbox, 'recall'>): Promise<boolean> {
  return v.is(SealKey, await outbox.recall(REMEMBERED_SEAL_KEY))
}
