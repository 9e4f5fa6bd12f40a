import { REPORT_BODY_MAX_LENGTH, type ReportReason } from '#domain/report.ts'
import type { Store } from '../store.ts'
import { decide } from './relations.ts'
import { InvalidWriteError } from './write.ts'

/**
 * Reports a person to the admins, also offline. `body`: what happened, may be ''. Rejects with InvalidWriteError, and stores nothing, for the person themself
 * and a text longer than REPORT_BODY_MAX_LENGTH.
 */
export function reportPerson(
  store: Store,
  personId: string,
  reason: ReportReason,
  body: string,
): Promise<void> {
  if (Array.from(body).length > REPORT_BODY_MAX_LENGTH) return Promise.reject(new InvalidWriteError('body'))
  return decide(store, personId, (current, at) => ({
    report_reason: reason,
    report_body: body,
    reported_at: at(current?.reported_at),
  }))
}
