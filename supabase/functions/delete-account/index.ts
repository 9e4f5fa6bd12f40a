/**
 * POST with the token of a session that began with the password in the last five minutes: ends what they subscribe to, deletes the caller's account with its files and rows, and answers the receipt {deleted_at, rows,
 * files}: when (ISO 8601; null when it had gone before), how many rows of each table, and how many files. Refusals: 401 signed_out, 401 second_factor_needed, 403 password_needed.
 */
import * as v from 'valibot'
import { answering, Refusal } from '../_shared/answers.ts'
import { requireSecondFactor, serviceClient } from '../_shared/project.ts'
import { leaveStripe } from './leave-stripe.ts'
import { passwordProvedAt, tokenOf } from './proof.ts'
import { removeFiles } from './remove-files.ts'

const PROOF_LASTS_S = 5 * 60
const GONE = { deleted_at: null, rows: {}, files: 0 }

Deno.serve(
  answering(async (request) => {
    const token = tokenOf(request)
    const service = serviceClient()
    const { data, error } = await service.auth.getUser(token)
    // The answer to a first call may have been lost on the way
    if (error?.code === 'user_not_found') return GONE
    if (error && (error.status === undefined || error.status >= 500)) throw error
    if (!data.user) throw new Refusal(401, 'signed_out')
    requireSecondFactor(token, data.user)
    const provedAt = passwordProvedAt(token)
    if (provedAt === null || provedAt < Date.now() / 1000 - PROOF_LASTS_S)
      throw new Refusal(403, 'password_needed')

    const { id } = data.user
    const counted = await service.rpc('account_rows', { person: id })
    if (counted.error) throw counted.error
    // Order matters: once the account is gone nobody can come back for what is left of it
    await leaveStripe(service, id)
    const files = await removeFiles(service, id)
    const deletion = await service.auth.admin.deleteUser(id)
    if (deletion.error?.code === 'user_not_found') return GONE
    if (deletion.error) throw deletion.error
    const rows = v.parse(v.record(v.string(), v.number()), counted.data)
    return { deleted_at: new Date().toISOString(), rows, files }
  }),
)
