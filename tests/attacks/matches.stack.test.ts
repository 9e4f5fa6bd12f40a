import { expect, inject, test } from 'vitest'
import * as v from 'valibot'
import { type Member, signUpAdult } from '../support/member.ts'
import { serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const COPIES = 4

const like = (person: Member, other: Member) => ({
  id: `${person.id}|${other.id}`,
  user_id: person.id,
  other_id: other.id,
  is_blocked: false,
  blocked_edited_at: 0,
  liking: 'like',
  liking_edited_at: 1,
})
const PushAnswer = v.object({
  answers: v.object({ relations: v.array(v.object({ result: v.string() })) }),
})
/** Repeats a push as long as another of the person runs. */
async function pushRelation(person: Member, relation: object) {
  for (;;) {
    const answer = await person.client.rpc('sync_push', { batches: { relations: [relation] } })
    const { output, success } = v.safeParse(PushAnswer, answer.data)
    if (!success || output.answers.relations.every(({ result }) => result !== 'later')) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const push = (person: Member, other: Member) => pushRelation(person, like(person, other))

/** Each was offered the other: only then may they like them. */
async function offerEachOther(one: Member, other: Member): Promise<void> {
  const offered_on = new Date().toISOString().slice(0, 10)
  const rows = [
    { user_id: one.id, other_id: other.id, offered_on },
    { user_id: other.id, other_id: one.id, offered_on },
  ].map((row) => ({ ...row, is_blocked: false, blocked_edited_at: 0 }))
  const { error } = await service.from('relations').insert(rows)
  expect(error).toBeNull()
}

/** What both have of a match: since when, the conversation, and what each was told. */
async function matchOf(one: Member, other: Member) {
  const pair = `(${one.id},${other.id})`
  const [relations, conversations, told] = await Promise.all([
    service
      .from('relations')
      .select('matched_at')
      .filter('user_id', 'in', pair)
      .filter('other_id', 'in', pair),
    service.from('conversations').select('id').filter('user1_id', 'in', pair).filter('user2_id', 'in', pair),
    service
      .from('notifications')
      .select('user_id,priority')
      .filter('user_id', 'in', pair)
      .eq('type', 'match'),
  ])
  return {
    matched: relations.data?.map(({ matched_at }) => typeof matched_at),
    conversations: conversations.data?.length,
    told: told.data?.map(({ user_id, priority }) => `${String(user_id)} ${String(priority)}`).toSorted(),
  }
}

test('two who like each other in the same instant, from several devices each, match once', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, other] = [await signUpAdult(stack), await signUpAdult(stack)]
    await offerEachOther(one, other)
    const answers = await Promise.all(
      Array.from({ length: COPIES }, () => [push(one, other), push(other, one)]).flat(),
    )
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    expect(await matchOf(one, other)).toEqual({
      matched: ['number', 'number'],
      conversations: 1,
      told: [`${one.id} high`, `${other.id} high`].toSorted(),
    })
  }
})

test(
  'a like that meets a block of the same instant leaves nothing that either sees of the other',
  { repeats: 6 },
  async () => {
    const [one, other] = [await signUpAdult(stack), await signUpAdult(stack)]
    await offerEachOther(one, other)
    await push(one, other)
    const block = {
      ...like(other, one),
      is_blocked: true,
      blocked_edited_at: 2,
      liking: 'none',
      liking_edited_at: 0,
    }
    await Promise.all([push(other, one), pushRelation(other, block), push(one, other)])
    for (const [person, hidden] of [
      [one, other],
      [other, one],
    ] as const) {
      const [profiles, conversations] = await Promise.all([
        person.client.from('profiles').select('id').eq('id', hidden.id),
        person.client.from('conversations').select('id'),
      ])
      expect([profiles.data, conversations.data]).toEqual([[], []])
    }
  },
)
