import { gunzipSync } from 'node:zlib'

const BLOCK = 512

/** The regular files of a gzipped tar archive whose paths `wanted` accepts, by path. Names longer than 100 bytes are not supported. */
export function filesOfTarball(tarball: Buffer, wanted: (path: string) => boolean): Map<string, Buffer> {
  const tar = gunzipSync(tarball)
  const files = new Map<string, Buffer>()
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const text = (from: number, length: number): string =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const path = text(0, 100)
    const size = Number.parseInt(text(124, 12), 8)
    const isFile = text(156, 1) === '0' || text(156, 1) === ''
    if (isFile && wanted(path)) files.set(path, tar.subarray(at + BLOCK, at + BLOCK + size))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
