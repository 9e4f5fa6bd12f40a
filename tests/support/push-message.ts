import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'

/** The keys of one browser's subscription (RFC 8291). */
export type BrowserKeys = { browser: ReturnType<typeof createECDH>; secret: Buffer }

export function newBrowserKeys(): BrowserKeys {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  return { browser, secret: randomBytes(16) }
}

/** As a subscription tells them, base64url. */
export const publicKeysOf = ({ browser, secret }: BrowserKeys): { p256dh: string; auth: string } => ({
  p256dh: browser.getPublicKey('base64url'),
  auth: secret.toString('base64url'),
})

const hmac = (key: Buffer, ...data: (Buffer | string)[]): Buffer => {
  const made = createHmac('sha256', key)
  for (const part of data) made.update(part)
  return made.digest()
}

/** What a browser does with what comes (RFC 8291, 8188). Throws when it was not sealed for these keys. */
export function openPush(body: Buffer, { browser, secret }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const one = Buffer.of(1)
  const shared = hmac(secret, browser.computeSecret(sender))
  const key = hmac(shared, 'WebPush: info\0', browser.getPublicKey(), sender, one)
  const derived = hmac(salt, key)
  const aes = hmac(derived, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16)
  const nonce = hmac(derived, 'Content-Encoding: nonce\0', one).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', aes, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  if (text.at(-1) !== 2) throw new Error('the record is not the last')
  return text.subarray(0, -1).toString()
}
