/** Why somebody is reported. The server knows the same (table `relations`). */
export const REPORT_REASONS = ['harassment', 'spam', 'impersonation', 'minor', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
export const REPORT_BODY_MAX_LENGTH = 2_000
