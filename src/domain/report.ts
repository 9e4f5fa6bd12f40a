import { pastedAddress } from './typed-text.ts'

/** Why somebody is reported. The server knows the same (table `relations`). */
export const REPORT_REASONS = ['harassment', 'spam', 'impersonation', 'minor', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
export const REPORT_BODY_MAX_LENGTH = 2_000

export const REPORT_SUBJECTS = ['person', 'comment', 'message', 'event', 'other'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]

const PROFILE_PATH = /^\/profile\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i

/** A page of this app (`origin`) as somebody pastes its address, whole or from the first slash on: its path, and whose profile it is, if it is one. null: none. */
export function reportedPage(text: string, origin: string): { path: string; personId: string | null } | null {
  const typed = pastedAddress(text)
  const path = (typed.startsWith(origin) ? typed.slice(origin.length) : typed).replace(/#.*$/, '')
  if (!/^\/(?!\/)\S*$/.test(path)) return null
  return { path, personId: PROFILE_PATH.exec(path.replace(/\?.*$/, ''))?.[1]?.toLowerCase() ?? null }
}
