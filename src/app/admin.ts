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
import type { App } from './app.ts'
import { askFunction, codeOfFailure, type FunctionFailure } from './ask-function.ts'
import { openDocument } from './open-document.ts'
import { payments } from './payment/payments.ts'
import { readBody, RestFailure } from './rest.ts'
import type { Arguments, FunctionPath } from '#database/server-row.ts'

type Doors = Pick<App, 'rest' | 'environment' | 'connectivity' | 'account'>

/** `document`: the document of a request, kept nowhere on its way; that it was opened is written down. */
export type AdminDoor = Admin & { document: (request: string) => Promise<Blob> }

/** What an admin reads and does; who is none is refused by the server, whatever is asked here. */
export function createAdmin(doors: Doors): AdminDoor {
  const { rest } = doors
  const call = async <Asked extends FunctionPath>(path: Asked, body: Arguments[Asked]): Promise<unknown> =>
    (await rest(path, { body, asPerson: true })).body
  const told = async <Schema extends v.GenericSchema, Asked extends FunctionPath>(
    schema: Schema,
    path: Asked,
    body: Arguments[Asked],
  ) => readBody(schema, await call(path, body))
  const done = <Asked extends FunctionPath>(path: Asked, body: Arguments[Asked]): Promise<AdminResult> =>
    resultOf(() => call(path, body))

  return {
    lacksSecondFactor: () =>
      call('rpc/admin_overview', {}).then(
        () => false,
        (error: unknown) => adminFailure(error) === 'second_factor_missing',
      ),
    overview: () => told(AdminOverview, 'rpc/admin_overview', {}),
    people: (q, page) => told(AdminPeople, 'rpc/admin_people', { q, page }),
    verifications: (page) => told(AdminVerifications, 'rpc/admin_verifications', { page }),
    reports: (status, page) => told(AdminReports, 'rpc/admin_reports', { status, page }),
    contacts: (status, page) => told(AdminContacts, 'rpc/admin_contacts', { status, page }),
    bookings: (filter, page) => told(AdminBookings, 'rpc/admin_bookings', { filter, page }),
    slots: async () => {
      const { body } = await rest('promotion_slots', {
        params: {
          select: 'id,name,type,advertiser,ends_at,slot_prices(price_per_day)',
          order: 'type,name,id',
        },
        asPerson: true,
      })
      return readBody(AdminSlots, body)
    },
    acts: async (page) => {
      const { body, total } = await rest('admin_acts', {
        params: {
          select: 'id,act,subject_type,subject_id,detail,outcome,answer,created_at,admin:profiles(username)',
          order: 'created_at.desc,id',
          limit: String(ADMIN_PAGE_SIZE),
          offset: String((page - 1) * ADMIN_PAGE_SIZE),
        },
        countAll: true,
        asPerson: true,
      })
      return { total: total ?? 0, acts: readBody(AdminActs, body) }
    },
    document: (request) => openDocument(doors, request),
    setRole: (person, role, reason) => done('rpc/set_role', { person, role, reason }),
    suspend: (person, until, reason) => done('rpc/suspend', { person, until, reason }),
    unsuspend: (person) => done('rpc/unsuspend', { person }),
    decideVerification: async (request, approve) => {
      const decided = await askFunction(doors, 'decide-verification', { request, approve }, v.unknown())
      return decided.ok ? { ok: true } : { ok: false, code: decisionFailure(decided.failure) }
    },
    decideReport: (report, decision, note) => done('rpc/decide_report', { report, decision, note }),
    hideComment: (rating, reason) => done('rpc/hide_rating_comment', { rating, reason }),
    stopEvent: (event, reason) => done('rpc/stop_event', { event, reason }),
    answerContact: (contact) => done('rpc/answer_contact', { contact }),
    saveSlot: (slot, name, type, price) => done('rpc/save_slot', { slot, name, type, price }),
    refund: async (paymentIntentId, amount, reason) => {
      const refunded = await payments(doors).refund(paymentIntentId, amount, reason)
      return refunded.success ? { ok: true } : { ok: false, code: refundFailure(refunded.code) }
    },
  }
}

const STATUS_CODES: Readonly<Record<number, AdminFailure>> = { 401: 'signed_out', 403: 'forbidden' }

function decisionFailure(failure: FunctionFailure): AdminFailure {
  const code = codeOfFailure(failure, ADMIN_REFUSALS)
  return code === 'server' && failure.kind === 'refused' ? (STATUS_CODES[failure.status] ?? code) : code
}

/** What there is a sentence for, ours or for want of an answer; all else is Stripe's. */
const ToldRefund = v.picklist([...ADMIN_REFUSALS, 'offline', 'signed_out', 'forbidden'])

function refundFailure(code: string): AdminFailure {
  if (code === 'timeout') return 'offline'
  return v.is(ToldRefund, code) ? code : 'refund_failed'
}

const FAILURES: Readonly<Record<string, AdminFailure>> = {
  offline: 'offline',
  timeout: 'offline',
  signed_out: 'signed_out',
  forbidden: 'forbidden',
}

/** Why something could not be read or done. */
export function adminFailure(error: unknown): AdminFailure {
  if (!(error instanceof RestFailure)) return 'server'
  const refusal = v.safeParse(v.picklist(ADMIN_REFUSALS), error.hint)
  if (refusal.success) return refusal.output
  return FAILURES[error.code] ?? 'server'
}

const resultOf = (work: () => Promise<unknown>): Promise<AdminResult> =>
  work().then(
    () => ({ ok: true }),
    (error: unknown) => ({ ok: false, code: adminFailure(error) }),
  )
