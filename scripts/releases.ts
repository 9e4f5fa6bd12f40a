import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as v from 'valibot'

/** How many releases before this one are served beside it: for tabs that were opened with them. */
const KEPT = 2

const Chunk = v.object({
  file: v.string(),
  css: v.optional(v.array(v.string()), []),
  assets: v.optional(v.array(v.string()), []),
})
const ViteManifest = v.record(v.string(), Chunk)
/** Names of each release's files, the newest first. */
const Releases = v.array(v.array(v.string()))

/** Names of the files under `assets` that the app in `folder` is made of, sorted; not those of earlier releases beside them. */
export async function codeOf(folder: string): Promise<string[]> {
  const manifest = v.parse(
    ViteManifest,
    JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')),
  )
  const files = Object.values(manifest).flatMap(({ file, css, assets }) => [file, ...css, ...assets])
  return [
    ...new Set(files.filter((file) => file.startsWith('assets/')).map((file) => basename(file))),
  ].toSorted()
}

/**
 * Notes the release in `folder` in `store`, and puts the files of the two before it beside its own. The same release twice is one. Answers how many earlier ones there
 * are, and how many files they added. `store` must outlive builds; what no kept release has is taken out of it.
 */
export async function keepReleases(
  folder: string,
  store: string,
): Promise<{ earlier: number; added: number }> {
  const note = join(store, 'releases.json')
  const kept = join(store, 'assets')
  const own = await codeOf(folder)
  await mkdir(kept, { recursive: true })
  const known = await readReleases(note)
  const earlier = known.filter((release) => release.join() !== own.join()).slice(0, KEPT)
  for (const name of own) await copyFile(join(folder, 'assets', name), join(kept, name))

  const wanted = new Set([...own, ...earlier.flat()])
  const stored = new Set(await readdir(kept))
  for (const name of stored) if (!wanted.has(name)) await rm(join(kept, name))
  const others = [...new Set(earlier.flat())].filter((name) => stored.has(name) && !own.includes(name))
  for (const name of others) await copyFile(join(kept, name), join(folder, 'assets', name))
  await writeFile(note, JSON.stringify([own, ...earlier]))
  return { earlier: earlier.length, added: others.length }
}

/** None where nothing was noted yet, or nothing that can be read. */
async function readReleases(note: string): Promise<string[][]> {
  try {
    return v.parse(Releases, JSON.parse(await readFile(note, 'utf8')))
  } catch {
    return []
  }
}
