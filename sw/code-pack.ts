import * as v from 'valibot'

/** A line of the pack (scripts/code-pack.ts). */
const Line = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.string()]))

/** What is said of the pack and not of what is in it. */
const OF_THE_PACK = ['content-encoding', 'content-length', 'etag', 'last-modified']

/**
 * Fetches the one file that has all code of a release, and lays those that are `wanted`, by their addresses, into the cache while the rest is still coming. Guarantee: what came before it broke off stays.
 * Each gets the headers that came with the pack, policy and all: a host sends them by the folder. Rejects when it does not come whole.
 */
export async function unpackCode(pack: string, cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  // It is kept file by file, and the screen asks for its pictures and rows in the same seconds
  const answer = await fetch(pack, { cache: 'no-store', credentials: 'same-origin', priority: 'low' })
  if (!answer.ok || answer.body === null) return
  const headers = new Headers(answer.headers)
  for (const name of OF_THE_PACK) headers.delete(name)
  headers.set('content-type', 'text/javascript; charset=utf-8')

  for await (const line of linesOf(answer.body)) {
    const [path, code] = v.parse(Line, line)
    const url = new URL(path, pack).href
    if (wanted.has(url)) await cache.put(url, new Response(code, { headers }))
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let begun = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (begun + read.value).split('\n')
      begun = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    // Whoever stops reading wants no more of it to come
    await reader.cancel()
  }
}
