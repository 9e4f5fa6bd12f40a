import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { FunctionsHttpError } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from '#domain/verification.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const DOCUMENT = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'image/jpeg' })

type Person = { id: string; client: SupabaseClient }
async function signUp(): Promise<Person> {
  const client = anonymousClient(stack)
  const { data, error } = await client.auth.signUp({
    email: `${randomUUID()}@documents.test`,
    password: 'a-password-of-theirs',
  })
  if (error) throw error
  return { id: data.user?.id ?? '', client }
}

/** Has a verified phone and a birth date, and put a document into storage. */
async function applicant(): Promise<Person & { path: string }> {
  const person = await signUp()
  const phone = `+8170${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const recorded = { person: person.id, phone, provider: 'firebase', provider_id: person.id }
  expect((await service.rpc('record_phone_verification', recorded)).error).toBeNull()
  const born = { birth_date: '1990-04-05' }
  expect((await person.client.from('profile_private').update(born).eq('user_id', person.id)).error).toBeNull()
  const path = `${person.id}/${randomUUID()}.jpg`
  expect((await person.client.storage.from('verification').upload(path, DOCUMENT)).error).toBeNull()
  return { ...person, path }
}

async function admin(): Promise<Person> {
  const person = await signUp()
  expect((await service.from('profiles').update({ role: 'admin' }).eq('id', person.id)).error).toBeNull()
  return person
}

async function ask({ client, path }: Person & { path: string }): Promise<string> {
  const { data, error } = await client.rpc('request_id_verification', { path })
  expect(error).toBeNull()
  return String(data)
}

/** What the function answers: its body, or status and code. */
async function decide({ client }: Person, request: string, approve: boolean): Promise<unknown> {
  const { data, error } = await client.functions.invoke('decide-verification', { body: { request, approve } })
  if (!(error instanceof FunctionsHttpError)) return data
  const answer = error.context as Response
  return [answer.status, await answer.json()]
}

const levelOf = async (person: string): Promise<unknown> =>
  (await service.from('user_verification').select('verification_level').eq('user_id', person).single()).data
const isThere = async (path: string): Promise<boolean> =>
  (await service.storage.from('verification').download(path)).error === null

test('the bucket takes what the app lets people choose', async () => {
  const database = new pg.Client(stack.db)
  await database.connect()
  const { rows } = await database.query(
    "select file_size_limit::int, allowed_mime_types, public from storage.buckets where id = 'verification'",
  )
  await database.end()
  const [bucket] = rows as { file_size_limit: number; allowed_mime_types: string[]; public: boolean }[]
  expect(bucket?.file_size_limit).toBe(DOCUMENT_MAX_BYTES)
  expect(bucket?.allowed_mime_types.toSorted()).toEqual(Object.keys(DOCUMENT_TYPES).toSorted())
  expect(bucket?.public).toBe(false)
})

test('an admin sees a document and decides; then the document is gone', async () => {
  const person = await applicant()
  const team = await admin()
  const request = await ask(person)
  expect((await team.client.storage.from('verification').download(person.path)).error).toBeNull()
  expect(await decide(team, request, true)).toMatchObject({ deleted: expect.any(Number) })
  expect(await levelOf(person.id)).toEqual({ verification_level: 3 })
  expect(await isThere(person.path)).toBe(false)
  expect(await decide(team, request, true)).toEqual({ deleted: 0 })
  expect(await decide(team, request, false)).toEqual([409, { code: 'already_decided' }])
})

test('a document that an earlier decision left behind goes with the next', async () => {
  const [one, other, team] = await Promise.all([applicant(), applicant(), admin()])
  const [first, second] = [await ask(one), await ask(other)]
  const alone = await team.client.rpc('decide_verification', { request: first, approve: false })
  expect(alone.error).toBeNull()
  expect(await isThere(one.path)).toBe(true)
  expect(await decide(team, second, false)).toEqual({ deleted: 2 })
  expect([await isThere(one.path), await isThere(other.path)]).toEqual([false, false])
  expect(await levelOf(one.id)).toEqual({ verification_level: 2 })
})

test('nobody else sees a document or decides', async () => {
  const [person, stranger] = await Promise.all([applicant(), signUp()])
  const request = await ask(person)
  const visitor = { id: '', client: anonymousClient(stack) }
  for (const { client } of [stranger, visitor]) {
    expect((await client.storage.from('verification').download(person.path)).error).not.toBeNull()
    const removal = await client.storage.from('verification').remove([person.path])
    expect(removal.error !== null || removal.data?.length === 0).toBe(true)
    const { data } = await client.from('verification_requests').select('id')
    expect(data ?? []).toEqual([])
    const own = await client.rpc('request_id_verification', { path: person.path })
    expect(own.error).not.toBeNull()
  }
  expect(await decide(person, request, true)).toEqual([403, { code: 'forbidden' }])
  expect(await decide(stranger, request, true)).toEqual([403, { code: 'forbidden' }])
  expect(await decide(visitor, request, true)).toEqual([401, expect.anything()])
  const forged = { user_id: stranger.id, birth_date: '1990-01-01', status: 'approved' }
  for (const write of [
    stranger.client.from('verification_requests').insert(forged),
    stranger.client.from('verification_requests').upsert(forged),
    person.client.from('verification_requests').update({ status: 'approved' }).eq('id', request),
    person.client.from('verification_requests').delete().eq('id', request),
  ])
    expect((await write).error?.code).toBe('42501')
  expect(await levelOf(person.id)).toEqual({ verification_level: 2 })
  expect(await isThere(person.path)).toBe(true)
})
