import * as v from 'valibot'
import { REPORT_REASONS } from '#domain/report.ts'

/** The report of somebody that was begun and not stored. */
export const ReportDraft = v.object({
  reason: v.nullable(v.picklist(REPORT_REASONS)),
  body: v.string(),
  alsoBlock: v.boolean(),
})
export type ReportDraft = v.InferOutput<typeof ReportDraft>

export const NO_REPORT: ReportDraft = { reason: null, body: '', alsoBlock: false }

export const reportDraftName = (personId: string): string => `report-${personId}`
