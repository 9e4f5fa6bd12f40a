/** Encryption of a push for one browser: RFC 8291 with the content encoding of RFC 8188 (aes128gcm). */

/** What a browser gave when it subscribed, base64url. */
export type Recipient = { p256dh: string; auth: string }
type Bytes = Uint8Array<ArrayBuffer>

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const RECORD_SIZE = 4_096
const SALT_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
const SECRET_BITS = 256
/** Ends the last record. */
const LAST = Uint8Array.of(2)

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export function fromBase64Url(text: string): Bytes {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0))
}

export function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function joined(...parts: Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** One step of HKDF: extract, or expand to at most 32 bytes. */
async function hmac(key: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data))
}
const expand = async (key: Bytes, info: Bytes, length: number): Promise<Bytes> =>
  (await hmac(key, joined(info, Uint8Array.of(1)))).slice(0, length)

/** `salt` and `sender` are made anew for every push; a test gives its own. */
export async function encryptPush(
  text: string,
  recipient: Recipient,
  salt: Bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES)),
  sender?: CryptoKeyPair,
): Promise<Bytes> {
  const keys = sender ?? (await crypto.subtle.generateKey(CURVE, true, ['deriveBits']))
  const theirKey = fromBase64Url(recipient.p256dh)
  const ourKey = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  const theirs = await crypto.subtle.importKey('raw', theirKey, CURVE, false, [])
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, keys.privateKey, SECRET_BITS),
  )
  const secret = await expand(
    await hmac(fromBase64Url(recipient.auth), shared),
    joined(utf8('WebPush: info\0'), theirKey, ourKey),
    SECRET_BITS / 8,
  )
  const derived = await hmac(salt, secret)
  const key = await expand(derived, utf8('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const iv = await expand(derived, utf8('Content-Encoding: nonce\0'), NONCE_BYTES)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, joined(utf8(text), LAST))
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, RECORD_SIZE)
  return joined(salt, size, Uint8Array.of(ourKey.length), ourKey, new Uint8Array(sealed))
}
