import type { Pool } from 'pg'
import * as v from 'valibot'
import { AuthError, invalidRequest } from './errors.ts'

/** bcrypt by pgcrypto. Called outside of transactions: hashing is slow, and the pool must not wait for itself. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes as long for a person that does not exist (`hash` null or empty) as for one that does. */
  matches(password: string, hash: string | null): Promise<boolean>
}

const COST = 8
/** bcrypt ignores what comes after. */
const MAX_BYTES = 72
const NOBODYS_HASH = '$2a$08$abcdefghijklmnopqrstuu5Lo0g67CiD3M4RpN1BmBb4Crp5w7dbK'

export function openPasswords(pool: Pool): Passwords {
  return {
    async hash(password) {
      const { rows } = await pool.query(
        `select extensions.crypt($1, extensions.gen_salt('bf', ${COST})) as hash`,
        [password],
      )
      return v.parse(v.tuple([v.object({ hash: v.string() })]), rows)[0].hash
    },
    async matches(password, hash) {
      const { rows } = await pool.query('select extensions.crypt($1, $2) = $2 as matches', [
        password,
        hash || NOBODYS_HASH,
      ])
      const [{ matches }] = v.parse(v.tuple([v.object({ matches: v.boolean() })]), rows)
      return matches && Boolean(hash)
    },
  }
}

/** Throws when a new password is too short or too long, counted in bytes as GoTrue does. */
export function checkPasswordStrength(password: string, minLength: number): void {
  const bytes = Buffer.byteLength(password)
  if (bytes > MAX_BYTES) throw invalidRequest(`Password cannot be longer than ${MAX_BYTES} characters`)
  if (bytes < minLength) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${minLength} characters.`, {
      reasons: ['length'],
    })
  }
}
