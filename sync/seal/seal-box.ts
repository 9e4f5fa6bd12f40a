import { fromBase64Url, toBase64Url } from './bytes.ts'

/** Both halves as base64url: the uncompressed point of P-256, and PKCS #8. */
export type SealKeyPair = { publicKey: string; privateKey: string }

/** What anybody may see of a sealed content; without the private key nothing of it can be told but its length. */
export type SealedBox = {
  format: typeof FORMAT
  /** Which public key it was sealed with: a digest, so that the key itself is not on the device of somebody who signed out. */
  keyId: string
  /** The one-time public key of the sender. */
  ephemeral: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  ciphertext: Uint8Array<ArrayBuffer>
}

/** wrong_key: sealed with another key · damaged: changed since, or filed under another handle · unknown_format: by another build · wrong_account: holds somebody else's. */
export type UnsealFailure = 'wrong_key' | 'damaged' | 'unknown_format' | 'wrong_account'
export class CannotUnseal extends Error {
  override readonly name = 'CannotUnseal'
  readonly reason: UnsealFailure
  constructor(reason: UnsealFailure, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

const FORMAT = 1
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const POINT_BYTES = 65
const IV_BYTES = 12

/** A new pair for an account. The private half leaves this function as text, to be handed over and forgotten. */
export async function createSealKeyPair(): Promise<SealKeyPair> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const [point, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ])
  return {
    publicKey: toBase64Url(new Uint8Array(point)),
    privateKey: toBase64Url(new Uint8Array(pkcs8)),
  }
}

/** Tells keys apart without naming them. */
export async function keyIdOf(publicKey: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', fromBase64Url(publicKey))
  return toBase64Url(new Uint8Array(digest))
}

/**
 * Seals bytes for the owner of `publicKey`, without a connection: a one-time key agrees with it (ECDH P-256), HKDF-SHA-256 makes the key of AES-256-GCM.
 * `handle` is bound in: filed under another one, it does not open.
 */
export async function seal(
  content: Uint8Array<ArrayBuffer>,
  publicKey: string,
  handle: string,
): Promise<SealedBox> {
  const recipient = fromBase64Url(publicKey)
  const [peer, once, keyId] = await Promise.all([
    crypto.subtle.importKey('raw', recipient, CURVE, false, []),
    crypto.subtle.generateKey(CURVE, false, ['deriveBits']),
    keyIdOf(publicKey),
  ])
  const ephemeral = new Uint8Array(await crypto.subtle.exportKey('raw', once.publicKey))
  const key = await agreedKey(once.privateKey, peer, ephemeral, keyId)
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const additionalData = headerOf(keyId, handle)
  const ciphertext = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, content),
  )
  return { format: FORMAT, keyId, ephemeral, iv, ciphertext }
}

/** What was sealed. Throws CannotUnseal, and nothing else, when it does not open. */
export async function unseal(
  box: SealedBox,
  keys: SealKeyPair,
  handle: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (box.format !== FORMAT) throw new CannotUnseal('unknown_format')
  try {
    if (box.keyId !== (await keyIdOf(keys.publicKey))) throw new CannotUnseal('wrong_key')
    if (box.ephemeral.length !== POINT_BYTES) throw new CannotUnseal('damaged')
    const [own, peer] = await Promise.all([
      crypto.subtle.importKey('pkcs8', fromBase64Url(keys.privateKey), CURVE, false, ['deriveBits']),
      crypto.subtle.importKey('raw', box.ephemeral, CURVE, false, []),
    ])
    const key = await agreedKey(own, peer, box.ephemeral, box.keyId)
    const additionalData = headerOf(box.keyId, handle)
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv: box.iv, additionalData }, key, box.ciphertext),
    )
  } catch (error) {
    throw error instanceof CannotUnseal ? error : new CannotUnseal('damaged', error)
  }
}

async function agreedKey(
  mine: CryptoKey,
  theirs: CryptoKey,
  ephemeral: Uint8Array<ArrayBuffer>,
  keyId: string,
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, mine, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`mirutomo seal ${FORMAT} ${keyId}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: ephemeral, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const headerOf = (keyId: string, handle: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify([FORMAT, keyId, handle]))
