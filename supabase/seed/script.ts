import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { worldTables } from './tables.ts'
import { seedWorld } from './world.ts'

/** bcrypt of `mirutomo-demo`, cost 8. Everybody shares it, so that seeding does not spend its time hashing. */
const PASSWORD_HASH = '$2a$08$mirutomoDemoAccounts.urJTLY.IE7rV5sVr/ujj0AudwFujovyy'

const HEAD = `-- Made from supabase/seed where a stack needs it; do not edit.
-- For a new database, as role postgres after the migrations. Times count back from the moment of seeding.`

/** The whole of supabase/seed.sql; the same every time. */
export function seedScript(): string {
  const write = readFileSync(join(import.meta.dirname, 'write.sql'), 'utf8')
  return [HEAD, ...worldTables(seedWorld()), write.replace('{{password_hash}}', () => PASSWORD_HASH)].join(
    '\n\n',
  )
}
