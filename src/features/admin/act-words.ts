import * as v from 'valibot'
import { ADMIN_REFUSALS, type AdminAct } from '#domain/admin.ts'
import { CONTACT_KINDS } from '#domain/contact.ts'
import { yen } from '#ui/yen.ts'
import { CONTACTS } from './contacts-copy.ts'
import { FAILURES } from './copy.ts'
import { LOG as COPY } from './log-copy.ts'
import { momentOf } from './formats.ts'

/** What the acts keep beside themselves; each keeps some of it. */
const Detail = v.object({
  name: v.optional(v.string()),
  reported_name: v.optional(v.string()),
  author_name: v.optional(v.string()),
  slot: v.optional(v.string()),
  title: v.optional(v.string()),
  role: v.optional(v.picklist(['admin', 'member'])),
  decision: v.optional(v.picklist(['approved', 'rejected', 'resolved', 'dismissed'])),
  until: v.optional(v.string()),
  comment: v.optional(v.string()),
  before: v.optional(v.number()),
  price: v.optional(v.number()),
  amount: v.optional(v.number()),
  kind: v.optional(v.picklist(CONTACT_KINDS)),
  reason: v.optional(v.string()),
})

const detailOf = (act: AdminAct): v.InferOutput<typeof Detail> => {
  const read = v.safeParse(Detail, act.detail)
  return read.success ? read.output : {}
}

/** What somebody or something was called when it was done to them; the id where that was not kept. */
export function subjectOf(act: AdminAct): string {
  const { name, reported_name, author_name, slot, title } = detailOf(act)
  return title ?? name ?? reported_name ?? author_name ?? slot ?? act.subject_id
}

/** Of an act that another service was asked for: that it was not done, and why, or that this is not known. */
function outcomeOf({ outcome, answer }: AdminAct): (string | false)[] {
  const code = ADMIN_REFUSALS.find((refusal) => refusal === answer)
  return [
    outcome === 'begun' && COPY.unsettled,
    outcome === 'refused' && COPY.notDone,
    outcome === 'refused' && code !== undefined && FAILURES[code],
  ]
}

/** What was done, in words. */
export function describeAct(act: AdminAct): string[] {
  const { role, decision, until, comment, before, price, amount, kind, reason } = detailOf(act)
  return [
    role && COPY.roles[role],
    decision && COPY.decisions[decision],
    until && COPY.until(momentOf(until)),
    comment && `「${comment}」`,
    price !== undefined && COPY.price(before === undefined ? '—' : yen(before), yen(price)),
    amount !== undefined && yen(amount),
    kind && CONTACTS.kinds[kind],
    reason && COPY.because(reason),
    ...outcomeOf(act),
  ].filter((line): line is string => typeof line === 'string' && line !== '')
}
