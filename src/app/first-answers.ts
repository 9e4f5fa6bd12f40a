import { deviceNow } from '#platform/clock.ts'
import { within } from '#sync/within.ts'

/**
 * What the document has asked while the code was on its way (scripts/asking.ts): what /environment.json says, and what the server says to a visitor's
 * first questions. None of it in a document that was not built, as in development.
 */
export type FirstAnswers = {
  environment?: Promise<unknown>
  /** By path and search below `/rest/v1/`. */
  answers: Record<string, Promise<Response>>
  /** When all that was asked, in ms. */
  askedAt: number
}

declare global {
  interface Window {
    first?: FirstAnswers
  }
}

/** What was not fetched by then is asked anew: it could be a tab of yesterday. */
const FRESH_MS = 60_000
/** What stalls in the document is asked anew, by a line that may have come back since. */
const ANSWER_LIMIT_MS = 10_000

/** Once: who asks again wants to hear it anew. Rejects as fetch does, and when it stalls. */
export function takeFirstEnvironment(): Promise<unknown> | undefined {
  const { first } = globalThis.window ?? {}
  const environment = first?.environment
  delete first?.environment
  return environment && within(ANSWER_LIMIT_MS, environment)
}

/** The answer to this very question, once, where it was asked. Rejects as fetch does, and when it stalls. */
export function takeFirstAnswer(question: string): Promise<Response> | undefined {
  const { first } = globalThis.window ?? {}
  if (!first || deviceNow() - first.askedAt > FRESH_MS) return undefined
  const answer = first.answers[question]
  delete first.answers[question]
  return answer && within(ANSWER_LIMIT_MS, answer)
}
