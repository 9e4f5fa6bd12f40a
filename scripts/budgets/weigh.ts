import * as v from 'valibot'

/** Vite's manifest, as far as it is needed: which file a module went into, and which chunks that imports statically. */
export const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    imports: v.optional(v.array(v.string()), []),
  }),
)
export type Manifest = v.InferOutput<typeof Manifest>

export type Budget = {
  what: string
  /** Modules (or names of shared chunks) that are loaded, with all they import. */
  roots: readonly string[]
  maxKib: number
  /** Names of chunks that may not be among them, whatever they weigh. */
  never: readonly string[]
}
export type Weight = {
  what: string
  files: { file: string; kib: number }[]
  kib: number
  /** Why it is too much, one sentence each; empty when it is not. */
  faults: string[]
}

/** Adds up what the roots of a budget load. `kibOf`: the gzipped size of a file. A name that is not in the manifest is a fault: a budget of nothing would always be kept. */
export function weigh(
  manifest: Manifest,
  { what, roots, maxKib, never }: Budget,
  kibOf: (file: string) => number,
): Weight {
  const faults: string[] = []
  const chunks = new Set<string>()
  const load = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || chunks.has(key)) return
    chunks.add(key)
    chunk.imports.forEach(load)
  }
  for (const root of roots) {
    const key = manifest[root] ? root : Object.keys(manifest).find((one) => manifest[one]?.name === root)
    if (key === undefined) faults.push(`${root} is not in the manifest`)
    else load(key)
  }
  const named = (name: string): string[] =>
    Object.keys(manifest).filter((key) => manifest[key]?.name === name)
  for (const name of never) {
    const keys = named(name)
    if (keys.length === 0) faults.push(`${name} is not in the manifest`)
    if (keys.some((key) => chunks.has(key))) faults.push(`${name} is loaded before it is used`)
  }
  const files = [...new Set([...chunks].flatMap((key) => manifest[key]?.file ?? []))]
    .map((file) => ({ file, kib: kibOf(file) }))
    .toSorted((a, b) => b.kib - a.kib)
  const kib = files.reduce((sum, file) => sum + file.kib, 0)
  if (kib > maxKib) faults.push(`${kib.toFixed(1)} KiB are more than ${maxKib} KiB`)
  return { what, files, kib, faults }
}

/** Chunks that import themselves by way of others: which of them is evaluated first depends on what is asked for first, and another order throws. */
export function circles(manifest: Manifest): string[] {
  return Object.keys(manifest).filter((key) => {
    const reached = new Set<string>()
    const reach = (from: string): void => {
      for (const next of manifest[from]?.imports ?? [])
        if (!reached.has(next)) {
          reached.add(next)
          reach(next)
        }
    }
    reach(key)
    return reached.has(key)
  })
}
