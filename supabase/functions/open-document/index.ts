/**
 * POST {request} by an admin: answers the document of a request for level 3 that waits, as a file. That it is opened is written down before it is read, and
 * whether it was after. The only way to it beside its owner's: no policy of storage lets admins in. Refusals: 401 signed_out or second_factor_needed, 400 invalid,
 * 403 forbidden, 409 request_not_found or own_request, 404 document_missing.
 */
import * as v from 'valibot'
import { answering, Refusal } from '../_shared/answers.ts'
import type { Client } from '../_shared/client.ts'
import { callerOf, personClient, serviceClient } from '../_shared/project.ts'
import { settleAct } from '../_shared/settle-act.ts'

const Question = v.object({ request: v.pipe(v.string(), v.uuid()) })
const REFUSED = v.picklist(['request_not_found', 'own_request'])
const Waiting = v.nullable(v.object({ document_path: v.string() }))

/** Null where there is none, or where the request was decided meanwhile. */
async function readDocument(service: Client, request: string): Promise<Blob | null> {
  const { data, error } = await service
    .from('verification_requests')
    .select('document_path')
    .eq('id', request)
    .eq('status', 'pending')
    .maybeSingle()
  if (error) throw error
  const waiting = v.parse(Waiting, data)
  if (waiting === null) return null
  const { data: document, error: failure } = await service.storage
    .from('verification')
    .download(waiting.document_path)
  if (failure) console.error(failure)
  return document
}

Deno.serve(
  answering(async (asked) => {
    await callerOf(asked)
    const question = v.safeParse(Question, await asked.json().catch(() => null))
    if (!question.success) throw new Refusal(400, 'invalid')
    const { request } = question.output
    // Order matters: nothing is read before it is written down who reads it
    const { data, error } = await personClient(asked).rpc('open_verification_document', { request })
    if (error?.code === '42501') throw new Refusal(403, 'forbidden')
    const refused = v.safeParse(REFUSED, error?.hint)
    if (refused.success) throw new Refusal(409, refused.output)
    if (error) throw error

    const act = v.parse(v.string(), data)
    const service = serviceClient()
    const document = await readDocument(service, request)
    if (document === null) {
      await settleAct(service, act, false, 'document_missing')
      throw new Refusal(404, 'document_missing')
    }
    await settleAct(service, act, true)
    return new Response(document, {
      headers: {
        'content-type': document.type,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  }),
)
