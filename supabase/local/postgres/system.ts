import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

const LOCAL = join(import.meta.dirname, '..')
/** In this order: roles first, the services' schemas, then who may use them. Each must bear being run again. */
const SCRIPTS = [
  'postgres/roles.sql',
  'auth/schema.sql',
  'realtime/schema.sql',
  'postgres/storage.sql',
  'stripe/schema.sql',
  'postgres/grants.sql',
]
const LOGIN_ROLES = ['postgres', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin']

/** Lays what a hosted project has before its first migration, in one transaction; does nothing when this very state is there already. */
export async function installSystem(admin: ClientBase, password: string): Promise<void> {
  const scripts = await Promise.all(SCRIPTS.map((name) => readFile(join(LOCAL, name), 'utf8')))
  const state = createHash('sha256').update(scripts.join('\0')).update(password).digest('hex')
  await admin.query('create schema if not exists local_stack')
  await admin.query('create table if not exists local_stack.system_state (state text primary key)')
  const { rowCount } = await admin.query('select from local_stack.system_state where state = $1', [state])
  if (rowCount === 1) return
  await admin.query('begin')
  try {
    for (const script of scripts) await admin.query(script)
    for (const role of LOGIN_ROLES) {
      await admin.query(`alter role ${role} with password ${admin.escapeLiteral(password)}`)
    }
    await admin.query('delete from local_stack.system_state')
    await admin.query('insert into local_stack.system_state values ($1)', [state])
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}
