import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { FunctionsHttpError } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from '#domain/verification.ts'
import { randomPhoneNumber } from '../support/checked-age.ts'
import { signUpAdmin } from '../support/member.ts'
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
  const recorded = {
    person: person.id,
    phone: randomPhoneNumber(),
    provider: 'firebase',
    provider_id: person.id,
  }
  expect((await service.rpc('record_phone_verification', recorded)).error).toBeNull()
  const born = { birth_date: '1990-04-05' }
  expect((await person.client.from('profile_private').update(born).eq('user_id', person.id)).error).toBeNull()
  const path = `${person.id}/${randomUUID()}.jpg`
  expect((await person.client.storage.from('verification').upload(path, DOCUMENT)).error).toBeNull()
  return { ...person, path }
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

/** What function `open-document` answers: the file, or status and code. */
async function open({ client }: Person, request: string): Promise<Blob | [status: number, body: unknown]> {
  const token = (await client.auth.getSession()).data.session?.access_token ?? stack.publishableKey
  const answer = await fetch(`${stack.api}/functions/v1/open-document`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
    body: JSON.stringify({ request }),
  })
  return answer.ok ? answer.blob() : [answer.status, await answer.json()]
}
/** Openings of this person's documents, as they were written down. */
const openings = async (person: string): Promise<unknown> =>
  (
    await service
      .from('admin_acts')
      .select('admin_id, outcome, answer')
      .eq('act', 'open_document')
      .eq('subject_id', person)
      .order('created_at')
  ).data

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

test('an admin opens a document, which is written down, and decides; then the document is gone', async () => {
  const person = await applicant()
  const team = await signUpAdmin(stack)
  const request = await ask(person)
  const document = await open(team, request)
  if (!(document instanceof Blob)) throw new Error(`not opened: ${String(document)}`)
  expect(new Uint8Array(await document.arrayBuffer())).toEqual(new Uint8Array(await DOCUMENT.arrayBuffer()))
  expect(document.type).toBe('image/jpeg')
  expect(await openings(person.id)).toEqual([{ admin_id: team.id, outcome: 'done', answer: null }])
  expect(await decide(team, request, true)).toMatchObject({ deleted: expect.any(Number) })
  expect(await levelOf(person.id)).toEqual({ verification_level: 3 })
  expect(await isThere(person.path)).toBe(false)
  expect(await decide(team, request, true)).toEqual({ deleted: 0 })
  expect(await decide(team, request, false)).toEqual([409, { code: 'already_decided' }])
  expect(await open(team, request)).toEqual([409, { code: 'request_not_found' }])
})

test('an admin opens and removes no document past what is written down', async () => {
  const [person, team] = await Promise.all([applicant(), signUpAdmin(stack)])
  const request = await ask(person)
  const documents = team.client.storage.from('verification')
  expect((await documents.download(person.path)).error).not.toBeNull()
  expect((await documents.list(person.id)).data).toEqual([])
  expect((await documents.createSignedUrl(person.path, 60)).error).not.toBeNull()
  expect((await documents.remove([person.path])).data).toEqual([])
  expect((await team.client.from('verification_requests').select('id')).data).toEqual([])
  expect(await openings(person.id)).toEqual([])
  // What is written down alone opens nothing
  expect((await team.client.rpc('open_verification_document', { request })).error).toBeNull()
  expect((await documents.download(person.path)).error).not.toBeNull()
  expect(await openings(person.id)).toEqual([{ admin_id: team.id, outcome: 'begun', answer: null }])
})

test('the opening of a document that is gone is written down as refused', async () => {
  const [person, team] = await Promise.all([applicant(), signUpAdmin(stack)])
  const request = await ask(person)
  await service.storage.from('verification').remove([person.path])
  expect(await open(team, request)).toEqual([404, { code: 'document_missing' }])
  expect(await openings(person.id)).toEqual([
    { admin_id: team.id, outcome: 'refused', answer: 'document_missing' },
  ])
})

test('a person changes no document that waits for a decision', async () => {
  const [person, team] = await Promise.all([applicant(), signUpAdmin(stack)])
  const { path } = person
  const request = await ask(person)
  const documents = person.client.storage.from('verification')
  const other = new Blob(['%PDF'], { type: 'application/pdf' })
  const spare = `${person.id}/${randomUUID()}.pdf`
  expect((await documents.upload(spare, other)).error).toBeNull()
  expect((await documents.remove([path])).data).toEqual([])
  for (const attempt of [
    documents.upload(path, other),
    documents.upload(path, other, { upsert: true }),
    documents.update(path, other),
    documents.move(path, `${person.id}/${randomUUID()}.jpg`),
    documents.move(spare, path),
    documents.copy(spare, path),
  ])
    expect((await attempt).error).not.toBeNull()
  const document = await open(team, request)
  expect(document).toMatchObject({ type: 'image/jpeg', size: DOCUMENT.size })
  expect((await documents.remove([spare])).data).toHaveLength(1)
})

test('a document that an earlier decision left behind goes with the next', async () => {
  const [one, other, team] = await Promise.all([applicant(), applicant(), signUpAdmin(stack)])
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
  expect(await open(person, request)).toEqual([403, { code: 'forbidden' }])
  expect(await open(stranger, request)).toEqual([403, { code: 'forbidden' }])
  expect(await open(visitor, request)).toEqual([401, expect.anything()])
  expect(await openings(person.id)).toEqual([])
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
