import * as v from 'valibot'
import {
  ADMIN_PAGE_SIZE,
  ADMIN_REFUSALS,
  AdminActs,
  AdminBookings,
  AdminContacts,
  AdminOverview,
  AdminPeople,
  AdminReports,
  AdminSlots,
  AdminVerifications,
  type Admin,
  type AdminFailure,
  type AdminResult,
} from '#domain/admin.ts'
import { API_TIMEOUT_MS, REFUND_TIMEOUT_MS } from '#domain/limits.ts'
import type { App } from './app.ts'
import { RestFailure } from './rest.ts'
import { accessToken } from './session/browser-session.ts'
import { StorageFailure } from './storage.ts'

type Doors = Pick<App, 'rest' | 'storage' | 'environment' | 'connectivity'>

/** `document`: the document of a request, kept nowhere on its way; that it was opened is written down. */
export type AdminDoor = Admin & { document: (request: string) => Promise<Blob> }

/** What an admin reads and does; who is none is refused by the server, whatever is asked here. */
export function createAdmin(doors: Doors): AdminDoor {
  const { rest, storage } = doors
  const call = async (name: string, body: Record<string, unknown>): Promise<unknown> =>
    (await rest(`rpc/${name}`, { body, asPerson: true })).body
  const told = async <Schema extends v.GenericSchema>(schema: Schema, name: string, body = {}) =>
    parsed(schema, await call(name, body))
  const done = (name: string, body: Record<string, unknown>): Promise<AdminResult> =>
    resultOf(() => call(name, body))

  return {
    overview: () => told(AdminOverview, 'admin_overview'),
    people: (q, page) => told(AdminPeople, 'admin_people', { q, page }),
    verifications: (page) => told(AdminVerifications, 'admin_verifications', { page }),
    reports: (status, page) => told(AdminReports, 'admin_reports', { status, page }),
    contacts: (status, page) => told(AdminContacts, 'admin_contacts', { status, page }),
    bookings: (filter, page) => told(AdminBookings, 'admin_bookings', { filter, page }),
    slots: async () => {
      const { body } = await rest('promotion_slots', {
        params: {
          select: 'id,name,type,advertiser,ends_at,slot_prices(price_per_day)',
          order: 'type,name,id',
        },
        asPerson: true,
      })
      return parsed(AdminSlots, body)
    },
    acts: async (page) => {
      const { body, total } = await rest('admin_acts', {
        params: {
          select: 'id,act,subject_type,subject_id,detail,created_at,admin:profiles(username)',
          order: 'created_at.desc,id',
          limit: String(ADMIN_PAGE_SIZE),
          offset: String((page - 1) * ADMIN_PAGE_SIZE),
        },
        countAll: true,
        asPerson: true,
      })
      return { total: total ?? 0, acts: parsed(AdminActs, body) }
    },
    document: async (request) => {
      const path = await told(v.string(), 'open_verification_document', { request })
      return storage.download('verification', path)
    },
    setRole: (person, role, reason) => done('set_role', { person, role, reason }),
    suspend: (person, until, reason) => done('suspend', { person, until, reason }),
    unsuspend: (person) => done('unsuspend', { person }),
    decideVerification: (request, approve) =>
      resultOf(() => callFunction(doors, 'decide-verification', { request, approve })),
    decideReport: (report, decision, note) => done('decide_report', { report, decision, note }),
    hideComment: (rating, reason) => done('hide_rating_comment', { rating, reason }),
    stopEvent: (event, reason) => done('stop_event', { event, reason }),
    answerContact: (contact) => done('answer_contact', { contact }),
    saveSlot: (slot, name, type, price) => done('save_slot', { slot, name, type, price }),
    refund: (paymentIntentId, amount, reason) =>
      resultOf(() => {
        const body = { refund: true, paymentIntentId, amount, reason }
        return callFunction(doors, 'create-payment-intent', body, REFUND_TIMEOUT_MS).catch(
          (error: unknown) => {
            throw isTold(error) ? error : new RestFailure('server', error, 'refund_failed')
          },
        )
      }),
  }
}

/** Is there a sentence for this refusal of ours, or was nobody reached? All else is Stripe's. */
const isTold = (error: unknown): boolean =>
  error instanceof RestFailure &&
  (v.is(v.picklist(ADMIN_REFUSALS), error.hint) ||
    ['offline', 'timeout', 'signed_out', 'forbidden'].includes(error.code))

function parsed<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const read = v.safeParse(schema, body)
  if (!read.success) throw new RestFailure('server', read.issues)
  return read.output
}

const Refused = v.object({ code: v.string() })
const CODES: Record<number, RestFailure['code']> = { 401: 'signed_out', 403: 'forbidden' }

/** One POST to an edge function as the person; throws RestFailure, whose hint is the function's code. */
async function callFunction(
  { environment, connectivity }: Doors,
  name: string,
  body: object,
  timeoutMs: number = API_TIMEOUT_MS,
): Promise<void> {
  const token = await accessToken().catch(() => null)
  if (token === null) throw new RestFailure('signed_out')
  let answer: Response
  let told: unknown
  try {
    const { apiUrl, publishableKey } = await environment()
    answer = await fetch(`${apiUrl}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    told = await answer.json()
    connectivity.report(true)
  } catch (error) {
    connectivity.report(false)
    throw new RestFailure('offline', error)
  }
  const refused = v.safeParse(Refused, told)
  if (!answer.ok)
    throw new RestFailure(
      CODES[answer.status] ?? 'server',
      told,
      refused.success ? refused.output.code : null,
    )
}

const FAILURES: Readonly<Record<string, AdminFailure>> = {
  offline: 'offline',
  timeout: 'offline',
  signed_out: 'signed_out',
  forbidden: 'forbidden',
}

/** Why something could not be read or done. */
export function adminFailure(error: unknown): AdminFailure {
  if (!(error instanceof RestFailure || error instanceof StorageFailure)) return 'server'
  if (error instanceof RestFailure) {
    const refusal = v.safeParse(v.picklist(ADMIN_REFUSALS), error.hint)
    if (refusal.success) return refusal.output
  }
  return FAILURES[error.code] ?? 'server'
}

const resultOf = (work: () => Promise<unknown>): Promise<AdminResult> =>
  work().then(
    () => ({ ok: true }),
    (error: unknown) => ({ ok: false, code: adminFailure(error) }),
  )
