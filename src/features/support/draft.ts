import * as v from 'valibot'
import { CONTACT_KINDS } from '#domain/contact.ts'
import { REPORT_REASONS, REPORT_SUBJECTS } from '#domain/report.ts'

/** `id`: of what was sent and not answered; null once the text is another. '' is not chosen. */
export const ContactDraft = v.object({
  id: v.nullable(v.string()),
  name: v.string(),
  email: v.string(),
  kind: v.picklist(['', ...CONTACT_KINDS]),
  message: v.string(),
})
export type ContactDraft = v.InferOutput<typeof ContactDraft>

export const ReportDraft = v.object({
  id: v.nullable(v.string()),
  subject: v.picklist(['', ...REPORT_SUBJECTS]),
  address: v.string(),
  reason: v.picklist(['', ...REPORT_REASONS]),
  body: v.string(),
})
export type ReportDraft = v.InferOutput<typeof ReportDraft>

export const CONTACT_DRAFT = 'contact'
export const REPORT_DRAFT = 'report'
