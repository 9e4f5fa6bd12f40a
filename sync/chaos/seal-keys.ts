import { createHash } from 'node:crypto'

/** The function of the server that was asked for, by its name, as this person; undefined for any other. */
export type SealKeys = {
  ask: (name: string, body: Record<string, unknown>, userId: string) => unknown
  /** Whose handle this is. */
  ownerOf: (handle: string, people: readonly string[]) => string | undefined
}

const handleOf = (userId: string): string => createHash('sha256').update(`secret ${userId}`).digest('hex')

/** seal_key and unseal_key of the server. A copy of the database that is put back has them: an account has its key from its first minute. */
export function createSealKeys(): SealKeys {
  const pairs = new Map<string, { publicKey: string; privateKey: string }>()
  return {
    ask: (name, body, userId) => {
      const { offered_public: publicKey, offered_private: privateKey } = body
      if (typeof publicKey === 'string' && typeof privateKey === 'string' && !pairs.has(userId))
        pairs.set(userId, { publicKey, privateKey })
      const pair = pairs.get(userId)
      if (pair === undefined) return null
      return name === 'seal_key'
        ? { user_id: userId, handle: handleOf(userId), public_key: pair.publicKey }
        : { user_id: userId, private_key: pair.privateKey }
    },
    ownerOf: (handle, people) => people.find((userId) => handleOf(userId) === handle),
  }
}
