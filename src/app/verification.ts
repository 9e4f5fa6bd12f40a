import * as v from 'valibot'
import {
  DOCUMENT_REFUSALS,
  DOCUMENT_TYPES,
  documentProblem,
  type DocumentFailure,
  type DocumentResult,
  type OwnVerification,
  type RecordFailure,
  type RecordResult,
} from '#domain/verification.ts'
import type { App } from './app.ts'
import { askFunction, codeOfFailure, type FunctionSurroundings } from './ask-function.ts'
import { readBody, RestFailure } from './rest.ts'
import { columnsOf, rowOf } from '#database/server-row.ts'
import { StorageFailure } from './storage.ts'

const TRANSACTIONS_SHOWN = 50

const Verification = rowOf('user_verification', {
  verification_level: v.picklist([1, 2, 3]),
  phone_number: v.nullable(v.string()),
  verification_expiry: v.nullable(v.string()),
})
const Points = rowOf('user_points', { balance: v.number(), lifetime_earned: v.number() })
const Transaction = rowOf('point_transactions', {
  id: v.string(),
  amount: v.number(),
  description: v.string(),
  created_at: v.string(),
})
const PrivateParts = rowOf('profile_private', { birth_date: v.nullable(v.string()) })
const Request = rowOf('verification_requests', {
  status: v.picklist(['pending', 'approved', 'rejected']),
  created_at: v.string(),
})

/**
 * Asks the server for the person's verification and points, with at most `most` transactions; who has no rows has level 1 and none. Throws RestFailure.
 */
export async function loadVerification(
  { rest }: Pick<App, 'rest'>,
  most = TRANSACTIONS_SHOWN,
): Promise<OwnVerification> {
  const [verifications, points, transactions, privateParts, requests] = await Promise.all([
    rest('user_verification', { params: { select: columnsOf(Verification) }, asPerson: true }),
    rest('user_points', { params: { select: columnsOf(Points) }, asPerson: true }),
    rest('point_transactions', {
      params: {
        select: columnsOf(Transaction),
        order: 'created_at.desc,id',
        limit: String(most),
      },
      asPerson: true,
    }),
    rest('profile_private', { params: { select: columnsOf(PrivateParts) }, asPerson: true }),
    rest('verification_requests', {
      params: { select: columnsOf(Request), order: 'created_at.desc', limit: '1' },
      asPerson: true,
    }),
  ])
  const [verification] = readBody(v.array(Verification), verifications.body)
  return {
    level: verification?.verification_level ?? 1,
    phone: verification?.phone_number ?? null,
    expiry: verification?.verification_expiry ?? null,
    points: readBody(v.array(Points), points.body)[0] ?? { balance: 0, lifetime_earned: 0 },
    transactions: readBody(v.array(Transaction), transactions.body),
    birthDate: readBody(v.array(PrivateParts), privateParts.body)[0]?.birth_date ?? null,
    request: readBody(v.array(Request), requests.body)[0] ?? null,
  }
}

const Recorded = v.object({ points: v.number() })
const RECORD_REFUSALS = ['phone_taken', 'token_refused', 'signed_out'] as const satisfies RecordFailure[]

/** Has the server record `phone` (E.164), which Firebase's `token` proves, as the person's. */
export async function recordPhone(
  app: FunctionSurroundings,
  token: string,
  phone: string,
): Promise<RecordResult> {
  const asked = await askFunction(app, 'verify-phone', { token, phone }, Recorded)
  return asked.ok
    ? { ok: true, points: asked.value.points }
    : { ok: false, code: codeOfFailure(asked.failure, RECORD_REFUSALS) }
}

const RefusedDocument = v.picklist(DOCUMENT_REFUSALS)

/**
 * Stores a document and asks for level 3 with it; what was stored for nothing is removed again.
 * `birthDate`: YYYY-MM-DD, as it stands in the document; null where the person told none.
 */
export async function requestIdentity(
  { rest, storage }: Pick<App, 'rest' | 'storage'>,
  userId: string,
  file: Blob,
  birthDate: string | null,
): Promise<DocumentResult> {
  const problem = documentProblem(file)
  if (problem) return { ok: false, code: problem }
  const kind = Object.entries(DOCUMENT_TYPES).find(([type]) => type === file.type)?.[1] ?? ''
  const path = `${userId}/${crypto.randomUUID()}.${kind}`
  const files = await storage()
  try {
    await files.upload('verification', path, file)
    await rest('rpc/request_id_verification', {
      body: { path, ...(birthDate !== null && { shown_birth_date: birthDate }) },
      asPerson: true,
    })
    return { ok: true }
  } catch (error) {
    const code = documentFailure(error)
    // An answer that was lost may have been a yes: then the request names the file
    if (code !== 'offline') await files.remove('verification', [path]).catch(() => {})
    return { ok: false, code }
  }
}

const DOCUMENT_FAILURES: Readonly<Record<string, DocumentFailure>> = {
  offline: 'offline',
  timeout: 'offline',
  signed_out: 'signed_out',
  wrong_type: 'wrong_type',
  too_large: 'too_large',
}

function documentFailure(error: unknown): DocumentFailure {
  if (!(error instanceof StorageFailure || error instanceof RestFailure)) return 'server'
  if (error instanceof RestFailure && v.is(RefusedDocument, error.hint)) return error.hint
  return DOCUMENT_FAILURES[error.code] ?? 'server'
}
