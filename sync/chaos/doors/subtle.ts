import { createCipheriv, createDecipheriv, createECDH, createHash, hkdfSync } from 'node:crypto'
import type { Process } from './process.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** A key is its bytes: a scalar of P-256, a point, or what is shared. */
type SimKey = { kind: 'private' | 'public' | 'secret'; bytes: Bytes }

const CURVE = 'prime256v1'
const TAG_BYTES = 16
const SCALAR_BYTES = 32

const bytesOf = (source: Uint8Array | ArrayBuffer): Bytes => new Uint8Array(source as ArrayBuffer)
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
const failed = (): DOMException => new DOMException('the operation failed', 'OperationError')

/** `crypto.subtle` as sync/seal uses it: the same algorithms, answered at once, with keys that depend on the seed. */
export function subtleDoor(process: Process) {
  const doing = async <Result>(work: () => Result): Promise<Result> => work()

  const newKey = (): { privateKey: SimKey; publicKey: SimKey } => {
    const scalar = Uint8Array.from({ length: SCALAR_BYTES }, () => process.random.int(256))
    // Below the order of the curve, and not nothing
    scalar[0] = 1
    const pair = createECDH(CURVE)
    pair.setPrivateKey(scalar)
    return {
      privateKey: { kind: 'private', bytes: scalar },
      publicKey: { kind: 'public', bytes: bytesOf(pair.getPublicKey()) },
    }
  }

  return {
    digest: (_: string, bytes: Uint8Array) =>
      doing(() => bufferOf(createHash('sha256').update(bytes).digest())),
    generateKey: () => doing(newKey),
    exportKey: (_: string, key: SimKey) => doing(() => bufferOf(key.bytes)),
    importKey: (format: string, bytes: Uint8Array | ArrayBuffer, algorithm: unknown) =>
      doing((): SimKey => {
        const kind = format === 'pkcs8' ? 'private' : algorithm === 'HKDF' ? 'secret' : 'public'
        return { kind, bytes: bytesOf(bytes) }
      }),
    deriveBits: (algorithm: { public: SimKey }, mine: SimKey) =>
      doing(() => {
        const pair = createECDH(CURVE)
        pair.setPrivateKey(mine.bytes)
        return bufferOf(pair.computeSecret(algorithm.public.bytes))
      }),
    deriveKey: (algorithm: { salt: Uint8Array; info: Uint8Array }, material: SimKey) =>
      doing((): SimKey => {
        const { salt, info } = algorithm
        return { kind: 'secret', bytes: bytesOf(hkdfSync('sha256', material.bytes, salt, info, 32)) }
      }),
    encrypt: (algorithm: { iv: Uint8Array; additionalData: Uint8Array }, key: SimKey, content: Uint8Array) =>
      doing(() => {
        const cipher = createCipheriv('aes-256-gcm', key.bytes, algorithm.iv)
        cipher.setAAD(algorithm.additionalData)
        return bufferOf(Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]))
      }),
    decrypt: (algorithm: { iv: Uint8Array; additionalData: Uint8Array }, key: SimKey, sealed: Uint8Array) =>
      doing(() => {
        const decipher = createDecipheriv('aes-256-gcm', key.bytes, algorithm.iv)
        decipher.setAAD(algorithm.additionalData)
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
        try {
          return bufferOf(Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]))
        } catch {
          throw failed()
        }
      }),
  }
}
