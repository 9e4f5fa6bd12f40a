import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Contents of stored objects, each under a name made here: nothing that a caller says becomes a path. */
export type Files = {
  /** Resolves with the content's name once it is on the disk. */
  write(content: Uint8Array): Promise<string>
  /** Null when it has just been removed. */
  read(version: string): Promise<Buffer<ArrayBuffer> | null>
  remove(versions: readonly (string | null)[]): Promise<void>
  /** Removes what no object holds any more: an upload that a crash cut off. */
  keepOnly(versions: ReadonlySet<string>): Promise<void>
}

export async function openFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true })
  const remove = async (versions: readonly (string | null)[]): Promise<void> => {
    for (const version of versions) if (version !== null) await rm(join(folder, version), { force: true })
  }
  return {
    async write(content) {
      const version = randomUUID()
      const file = await open(join(folder, version), 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      return version
    },
    async read(version) {
      try {
        return await readFile(join(folder, version))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    remove,
    async keepOnly(versions) {
      await remove((await readdir(folder)).filter((name) => !versions.has(name)))
    },
  }
}
