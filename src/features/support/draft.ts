import * as v from 'valibot'
import { CONTACT_KINDS } from '#domain/contact.ts'
import { REPORT_REASONS, REPORT_SUBJECTS } from '#domain/report.ts'
import { draftKey, readDraft as read, writeDraft } from '#platform/drafts.ts'

/** `id`: of what was sent and not answered; null once the text is another. '' is not chosen. */
const ContactDraft = v.object({
  id: v.nullable(v.string()),
  name: v.string(),
  email: v.string(),
  kind: v.picklist(['', ...CONTACT_KINDS]),
  message: v.string(),
})
export type ContactDraft = v.InferOutput<typeof ContactDraft>

const ReportDraft = v.object({
  id: v.nullable(v.string()),
  subject: v.picklist(['', ...REPORT_SUBJECTS]),
  address: v.string(),
  reason: v.picklist(['', ...REPORT_REASONS]),
  body: v.string(),
})
export type ReportDraft = v.InferOutput<typeof ReportDraft>

const SCHEMAS = { contact: ContactDraft, report: ReportDraft }
type Drafts = { contact: ContactDraft; report: ReportDraft }

/** What was typed and not sent survives a reload. A member's goes when the account leaves the device; visitors of one browser share one. */
const keyOf = (asker: string | null, name: keyof Drafts): string => draftKey(asker ?? 'visitor', name)

/** null when nothing was typed, or where the browser keeps nothing. */
export function readDraft<Name extends keyof Drafts>(asker: string | null, name: Name): Drafts[Name] | null
export function readDraft(asker: string | null, name: keyof Drafts): Drafts[keyof Drafts] | null {
  try {
    const draft = v.safeParse(SCHEMAS[name], JSON.parse(read(keyOf(asker, name)) ?? 'null'))
    return draft.success ? draft.output : null
  } catch {
    return null
  }
}

export function keepDraft<Name extends keyof Drafts>(
  asker: string | null,
  name: Name,
  draft: Drafts[Name] | null,
): void {
  writeDraft(keyOf(asker, name), draft && JSON.stringify(draft))
}
