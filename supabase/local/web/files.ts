import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
export type WebFile = { body: Buffer<ArrayBuffer>; type: string; tag: string; encoding: Encoding }

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const COMPRESSIBLE = /^(text|application\/(json|manifest|xml))|svg/
const SMALLEST_COMPRESSED_BYTES = 1_000
const SUFFIX = { br: '.br', gzip: '.gz' } as const

/** Reads the files of a folder, compressed once and kept as long as they do not change. Nothing outside it and no hidden file is found. */
export function openFiles(
  folder: string,
): (pathname: string, accepted: readonly Encoding[]) => Promise<WebFile | undefined> {
  const kept = new Map<string, WebFile & { changedMs: number }>()
  return async (pathname, accepted) => {
    const path = join(folder, pathname)
    if (!path.startsWith(folder + sep) || /(^|[/\\])\./.test(pathname)) return undefined
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    const worth = COMPRESSIBLE.test(type) && found.size >= SMALLEST_COMPRESSED_BYTES
    const encoding = worth ? (accepted[0] ?? 'identity') : 'identity'
    const key = `${encoding} ${path}`
    const cached = kept.get(key)
    if (cached?.changedMs === found.mtimeMs) return cached
    const body = encoding === 'identity' ? await readFile(path) : await compressed(path, encoding)
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const file = { body, type, tag, encoding, changedMs: found.mtimeMs }
    kept.set(key, file)
    return file
  }
}

async function compressed(path: string, encoding: 'br' | 'gzip'): Promise<Buffer<ArrayBuffer>> {
  const prepared = await readFile(path + SUFFIX[encoding]).catch(() => undefined)
  if (prepared) return prepared
  const plain = await readFile(path)
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  }
  return encoding === 'br' ? promisify(brotliCompress)(plain, options) : promisify(gzip)(plain, { level: 9 })
}
