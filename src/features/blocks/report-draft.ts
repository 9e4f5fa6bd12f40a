import * as v from 'valibot'
import { REPORT_REASONS } from '#domain/report.ts'
import { draftKey, readDraft, writeDraft } from '#platform/drafts.ts'

const ReportDraft = v.object({
  reason: v.nullable(v.picklist(REPORT_REASONS)),
  body: v.string(),
  alsoBlock: v.boolean(),
})
export type ReportDraft = v.InferOutput<typeof ReportDraft>

export const NO_REPORT: ReportDraft = { reason: null, body: '', alsoBlock: false }

const keyOf = (userId: string, personId: string): string => draftKey(userId, `report-${personId}`)

/** The report of this person that was begun and not stored; survives reload and restart. */
export function readReport(userId: string, personId: string): ReportDraft {
  try {
    const draft = v.safeParse(ReportDraft, JSON.parse(readDraft(keyOf(userId, personId)) ?? 'null'))
    return draft.success ? draft.output : NO_REPORT
  } catch {
    return NO_REPORT
  }
}

/** null forgets it. */
export const keepReport = (userId: string, personId: string, draft: ReportDraft | null): void =>
  writeDraft(keyOf(userId, personId), draft && JSON.stringify(draft))
