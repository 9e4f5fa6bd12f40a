import type { Client } from '../_shared/client.ts'

const BUCKETS = ['avatars', 'verification']
const PAGE = 100

/** Removes every file in the person's folders; answers how many there were. */
export async function removeFiles(service: Client, person: string): Promise<number> {
  let removed = 0
  for (const name of BUCKETS) {
    const bucket = service.storage.from(name)
    for (;;) {
      const { data: page, error } = await bucket.list(person, { limit: PAGE })
      if (error) throw error
      if (page.length === 0) break
      const { data: gone, error: refused } = await bucket.remove(page.map((file) => `${person}/${file.name}`))
      if (refused) throw refused
      // What cannot be removed would be listed for ever
      if (gone.length === 0) throw new Error(`files of a person stay in ${name}`)
      removed += gone.length
    }
  }
  return removed
}
