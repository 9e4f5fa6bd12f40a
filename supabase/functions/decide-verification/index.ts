/**
 * POST {request, approve} by an admin: decides about a request for level 3 and deletes the documents of all that are decided, this one's and any that an
 * earlier call left behind; answers {deleted}, their number. Calling it again is safe. Refusals: 401 signed_out, 400 invalid, 403 forbidden,
 * 409 with why the request cannot be decided so.
 */
import * as v from 'valibot'
import { answering, Refusal } from '../_shared/answers.ts'
import { callerOf, personClient, serviceClient } from '../_shared/project.ts'
import { deleteDecidedDocuments } from './delete-documents.ts'

const Question = v.object({ request: v.pipe(v.string(), v.uuid()), approve: v.boolean() })
const REFUSED = v.picklist(['request_not_found', 'own_request', 'already_decided'])

Deno.serve(
  answering(async (request) => {
    await callerOf(request)
    const question = v.safeParse(Question, await request.json().catch(() => null))
    if (!question.success) throw new Refusal(400, 'invalid')
    const { error } = await personClient(request).rpc('decide_verification', question.output)
    if (error?.code === '42501') throw new Refusal(403, 'forbidden')
    const refused = v.safeParse(REFUSED, error?.hint)
    if (refused.success) throw new Refusal(409, refused.output)
    if (error) throw error
    return { deleted: await deleteDecidedDocuments(serviceClient()) }
  }),
)
