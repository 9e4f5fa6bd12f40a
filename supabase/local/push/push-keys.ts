import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import * as v from 'valibot'

/** What tells push services who sends, base64url: the public key as an uncompressed point, the private one as its number. */
const PushKeys = v.object({ publicKey: v.string(), privateKey: v.string() })
export type PushKeys = v.InferOutput<typeof PushKeys>

/** Those of the environment (VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY), else those in the file, which are made when there are none. */
export async function openPushKeys(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PushKeys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = environment
  if (publicKey && privateKey) return { publicKey, privateKey }
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), PushKeys), text)
  if (kept.success) return kept.output
  const made = newPushKeys()
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}

function newPushKeys(): PushKeys {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const { x, y, d } = v.parse(v.object({ x: v.string(), y: v.string(), d: v.string() }), jwk)
  const coordinates = [x, y].map((coordinate) => Buffer.from(coordinate, 'base64url'))
  const point = Buffer.concat([Buffer.of(4), ...coordinates])
  return { publicKey: point.toString('base64url'), privateKey: d }
}
