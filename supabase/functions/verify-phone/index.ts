/**
 * POST {token, phone}: `token` is Firebase's proof that its holder received a code at `phone` (E.164) just now. Records it for the caller and
 * answers {points}, what they earned by it. Refusals: 401 signed_out, 400 invalid, 403 token_refused or suspended, 409 phone_taken.
 */
import * as v from 'valibot'
import { internationalPhone } from '../../../src/domain/phone.ts'
import { answering, Refusal } from '../_shared/answers.ts'
import { serviceClient, writerOf } from '../_shared/project.ts'
import { phoneProof } from './phone-proof.ts'

const Question = v.object({ token: v.pipe(v.string(), v.maxLength(8_000)), phone: v.string() })

Deno.serve(
  answering(async (request) => {
    const person = await writerOf(request)
    const question = v.safeParse(Question, await request.json().catch(() => null))
    if (!question.success) throw new Refusal(400, 'invalid')
    const { token, phone } = question.output
    const proof = await phoneProof(token)
    if (proof === null || proof.phone !== internationalPhone(phone)) throw new Refusal(403, 'token_refused')

    const { data, error } = await serviceClient().rpc('record_phone_verification', {
      person,
      phone: proof.phone,
      provider: 'firebase',
      provider_id: proof.uid,
      proven_at: proof.provenAt,
    })
    if (error?.hint === 'phone_taken') throw new Refusal(409, 'phone_taken')
    if (error?.hint === 'proof_spent') throw new Refusal(403, 'token_refused')
    if (error) throw error
    return { points: v.parse(v.number(), data) }
  }),
)
