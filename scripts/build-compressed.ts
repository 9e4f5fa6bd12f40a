/** Compresses what was built as far as Brotli goes, each beside its own, for `npm start` and for hosts that serve such files; what is not there is compressed when it is asked for. */
import { readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const FOLDER = 'dist'
/** Hosts write it anew where addresses change, and would go on serving the one beside it. */
const BY_THE_HOST = join(FOLDER, 'environment.json')
const TEXT = /\.(js|html|txt|json|svg|webmanifest)$/
/** Smaller ones come in one packet anyway. */
const SMALLEST_BYTES = 1_000

const files = readdirSync(FOLDER, { recursive: true })
  .map(String)
  // No host serves what is hidden
  .filter((name) => !name.startsWith('.'))
  .map((name) => join(FOLDER, name))
  .filter((file) => TEXT.test(file) && file !== BY_THE_HOST && statSync(file).size >= SMALLEST_BYTES)
const sizes = await Promise.all(
  files.map(async (file) => {
    const plain = await readFile(file)
    const { BROTLI_PARAM_SIZE_HINT } = constants
    const body = await promisify(brotliCompress)(plain, {
      params: { [BROTLI_PARAM_SIZE_HINT]: plain.length },
    })
    await writeFile(`${file}.br`, body)
    return body.length
  }),
)
const kib = sizes.reduce((sum, size) => sum + size, 0) / 1024
console.log(`compressed: ${files.length} files, ${kib.toFixed(0)} KiB`)
