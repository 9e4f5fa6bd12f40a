import * as v from 'valibot'
import { CONTACT_KINDS } from './contact.ts'
import { REPORT_REASONS } from './report.ts'

/** How many of a list the server tells an admin at once. */
export const ADMIN_PAGE_SIZE = 20
/** Of why an admin does something, characters. */
export const ADMIN_REASON_MAX_LENGTH = 500
/** Yen per day. */
export const SLOT_PRICE = { least: 50, most: 1_000_000 } as const

const Amount = v.pipe(v.number(), v.integer())
const Time = v.string()

/** Of a person by an admin; `ends_at` null: until it is lifted. */
const RunningSuspension = v.object({ reason: v.string(), ends_at: v.nullable(Time), created_at: Time })

/** Of the server's timetable, what is late, slow or has failed. Null: it never was so. */
const TroubledWork = v.object({
  name: v.string(),
  last_run_at: v.nullable(Time),
  failed_at: v.nullable(Time),
  failure: v.nullable(v.string()),
  began_at: v.nullable(Time),
  is_slow: v.boolean(),
})
export type TroubledWork = v.InferOutput<typeof TroubledWork>

export const AdminOverview = v.object({
  people: Amount,
  new_people: Amount,
  premium: Amount,
  suspended: Amount,
  ratings: Amount,
  new_ratings: Amount,
  revenue: v.object({
    /** YYYY-MM in Japan. */
    month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/)),
    /** Yen. */
    paid: Amount,
    refunded: Amount,
    plans: v.array(v.object({ id: v.string(), name: v.string(), count: Amount, amount: Amount })),
  }),
  queues: v.object({ verifications: Amount, reports: Amount, contacts: Amount, bookings: Amount }),
  work: v.array(TroubledWork),
})
export type AdminOverview = v.InferOutput<typeof AdminOverview>

const AdminPerson = v.object({
  id: v.string(),
  username: v.string(),
  display_name: v.string(),
  avatar_url: v.nullable(v.string()),
  email: v.nullable(v.string()),
  role: v.nullable(v.string()),
  is_premium: v.boolean(),
  level: v.picklist([1, 2, 3]),
  created_at: Time,
  suspension: v.nullable(RunningSuspension),
})
export type AdminPerson = v.InferOutput<typeof AdminPerson>
export const AdminPeople = v.object({ total: Amount, people: v.array(AdminPerson) })
export type AdminPeople = v.InferOutput<typeof AdminPeople>

const AdminVerification = v.object({
  id: v.string(),
  user_id: v.string(),
  username: v.string(),
  avatar_url: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** YYYY-MM-DD: what the document is compared with. */
  birth_date: v.string(),
  /** As it stands in the profile. */
  told_birth_date: v.nullable(v.string()),
  created_at: Time,
})
export type AdminVerification = v.InferOutput<typeof AdminVerification>
export const AdminVerifications = v.object({ total: Amount, requests: v.array(AdminVerification) })
export type AdminVerifications = v.InferOutput<typeof AdminVerifications>

export const REPORT_STATUSES = ['open', 'resolved', 'dismissed'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]
export type ReportDecision = Exclude<ReportStatus, 'open'>

const ReportedComment = v.object({
  id: v.string(),
  video_title: v.string(),
  youtube_id: v.string(),
  comment: v.string(),
  updated_at: Time,
})
export type ReportedComment = v.InferOutput<typeof ReportedComment>
const AdminReport = v.object({
  id: v.string(),
  reason: v.picklist(REPORT_REASONS),
  body: v.string(),
  status: v.picklist(REPORT_STATUSES),
  created_at: Time,
  updated_at: Time,
  reporter: v.object({ id: v.string(), username: v.string() }),
  reported: v.object({
    id: v.string(),
    username: v.string(),
    display_name: v.string(),
    bio: v.string(),
    avatar_url: v.nullable(v.string()),
    role: v.nullable(v.string()),
    suspension: v.nullable(RunningSuspension),
  }),
  /** Of the same person by other people. */
  others: Amount,
  comments: v.array(ReportedComment),
})
export type AdminReport = v.InferOutput<typeof AdminReport>
export const AdminReports = v.object({ total: Amount, reports: v.array(AdminReport) })
export type AdminReports = v.InferOutput<typeof AdminReports>

export const CONTACT_STATUSES = ['open', 'done'] as const
export type ContactStatus = (typeof CONTACT_STATUSES)[number]
const AdminContact = v.object({
  id: v.string(),
  /** Null for visitors. */
  user_id: v.nullable(v.string()),
  username: v.nullable(v.string()),
  name: v.string(),
  email: v.string(),
  kind: v.picklist(CONTACT_KINDS),
  message: v.string(),
  created_at: Time,
  answered_at: v.nullable(Time),
})
export type AdminContact = v.InferOutput<typeof AdminContact>
export const AdminContacts = v.object({ total: Amount, contacts: v.array(AdminContact) })
export type AdminContacts = v.InferOutput<typeof AdminContacts>

export const SLOT_TYPES = ['home', 'search', 'video'] as const
export type SlotType = (typeof SLOT_TYPES)[number]
const AdminSlot = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(SLOT_TYPES),
  advertiser: v.string(),
  ends_at: v.nullable(Time),
  slot_prices: v.nullable(v.object({ price_per_day: Amount })),
})
export type AdminSlot = v.InferOutput<typeof AdminSlot>
export const AdminSlots = v.array(AdminSlot)

export const BOOKING_FILTERS = ['all', 'pending', 'active', 'completed', 'cancelled'] as const
export type BookingFilter = (typeof BOOKING_FILTERS)[number]
const AdminBooking = v.object({
  id: v.string(),
  slot_name: v.string(),
  slot_type: v.picklist(SLOT_TYPES),
  video_title: v.nullable(v.string()),
  youtube_id: v.nullable(v.string()),
  buyer: v.nullable(v.string()),
  /** Days in Japan; the last shown day is the one before `end_date`. */
  start_date: v.string(),
  end_date: v.string(),
  duration: Amount,
  /** Yen. */
  amount_paid: Amount,
  amount_refunded: Amount,
  status: v.picklist(['pending', 'active', 'completed', 'cancelled']),
  payment_status: v.picklist(['pending', 'processing', 'succeeded', 'failed', 'cancelled', 'refunded']),
  payment_intent_id: v.nullable(v.string()),
  created_at: Time,
})
export type AdminBooking = v.InferOutput<typeof AdminBooking>
export const AdminBookings = v.object({ total: Amount, bookings: v.array(AdminBooking) })
export type AdminBookings = v.InferOutput<typeof AdminBookings>

/** Yen that can still be given back of a booking. */
export const refundable = ({
  payment_status,
  amount_paid,
  amount_refunded,
  payment_intent_id,
}: AdminBooking) =>
  payment_intent_id !== null && (payment_status === 'succeeded' || payment_status === 'refunded')
    ? amount_paid - amount_refunded
    : 0

export const ADMIN_ACTS = [
  'set_role',
  'suspend',
  'unsuspend',
  'decide_verification',
  'open_document',
  'decide_report',
  'hide_comment',
  'set_slot_price',
  'save_slot',
  'refund',
  'answer_contact',
  'stop_event',
] as const
const AdminAct = v.object({
  id: v.string(),
  act: v.picklist(ADMIN_ACTS),
  subject_type: v.string(),
  subject_id: v.string(),
  detail: v.record(v.string(), v.unknown()),
  /** `begun`: another service was asked, and its answer is not known. */
  outcome: v.picklist(['begun', 'done', 'refused']),
  /** That service's: the id of what it did, or the code of why nothing was done. */
  answer: v.nullable(v.string()),
  created_at: Time,
  /** Null once that account is deleted. */
  admin: v.nullable(v.object({ username: v.string() })),
})
export type AdminAct = v.InferOutput<typeof AdminAct>
export const AdminActs = v.array(AdminAct)
export type AdminActPage = { total: number; acts: AdminAct[] }

/** Why the server did not do what an admin asked for. */
export const ADMIN_REFUSALS = [
  'second_factor_missing',
  'person_not_found',
  'own_role',
  'own_account',
  'is_admin',
  'suspended',
  'until_past',
  'reason_missing',
  'reason_too_long',
  'request_not_found',
  'own_request',
  'already_decided',
  'report_not_found',
  'own_report',
  'rating_not_found',
  'slot_not_found',
  'name_invalid',
  'price_invalid',
  'booking_not_found',
  'not_paid',
  'amount_invalid',
  'amount_too_large',
  'payment_not_found',
  'already_refunded',
  'payment_disputed',
  'refund_begun',
  'refund_failed',
  'rate_limited',
  'payment_unreachable',
  'document_missing',
  'contact_not_found',
  'event_not_found',
  'event_over',
] as const
export type AdminFailure = (typeof ADMIN_REFUSALS)[number] | 'offline' | 'forbidden' | 'signed_out' | 'server'
export type AdminResult = { ok: true } | { ok: false; code: AdminFailure }

/** What an admin reads and does, all of it asked of the server. What reads rejects where it cannot be read. `page`: the first is 1. */
export type Admin = {
  /** Does the server refuse everything because this admin has set up no second factor? */
  lacksSecondFactor: () => Promise<boolean>
  overview: () => Promise<AdminOverview>
  people: (query: string, page: number) => Promise<AdminPeople>
  verifications: (page: number) => Promise<AdminVerifications>
  reports: (status: ReportStatus, page: number) => Promise<AdminReports>
  contacts: (status: ContactStatus, page: number) => Promise<AdminContacts>
  slots: () => Promise<AdminSlot[]>
  bookings: (filter: BookingFilter, page: number) => Promise<AdminBookings>
  acts: (page: number) => Promise<AdminActPage>
  setRole: (person: string, role: 'admin' | 'member', reason: string) => Promise<AdminResult>
  /** `until`: ISO 8601, null for until it is lifted. */
  suspend: (person: string, until: string | null, reason: string) => Promise<AdminResult>
  unsuspend: (person: string) => Promise<AdminResult>
  decideVerification: (request: string, approve: boolean) => Promise<AdminResult>
  decideReport: (report: string, decision: ReportDecision, note: string) => Promise<AdminResult>
  hideComment: (rating: string, reason: string) => Promise<AdminResult>
  stopEvent: (event: string, reason: string) => Promise<AdminResult>
  /** Says that it was answered, by mail. */
  answerContact: (contact: string) => Promise<AdminResult>
  /** A new slot where `slot` is null. `price`: yen per day. */
  saveSlot: (slot: string | null, name: string, type: SlotType, price: number) => Promise<AdminResult>
  /** Yen of what was paid for a booking, on their way back. */
  /** On what was paid with: gives back so many yen. */
  refund: (paymentIntentId: string, amount: number, reason: string) => Promise<AdminResult>
}
