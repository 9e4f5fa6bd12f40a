/** An array only where a choice must be offered (ambiguous embeds). */
export type ErrorDetails = string | null | readonly Record<string, string>[]

export type RestErrorInit = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: ErrorDetails
  readonly hint?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Anything that is answered with PostgREST's error body `{code, details, hint, message}`. */
export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: ErrorDetails
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(init: RestErrorInit) {
    super(init.message)
    this.name = 'RestError'
    this.status = init.status
    this.code = init.code
    this.details = init.details ?? null
    this.hint = init.hint ?? null
    this.headers = init.headers ?? {}
  }
}

/** What hosted Supabase can and this stack cannot: said by name, never silently left out. */
export function unsupported(feature: string): RestError {
  return new RestError({
    status: 501,
    code: 'PGRST501',
    message: `The local stack does not support ${feature}`,
    hint: 'Hosted Supabase may support it; the local stack speaks only the part of PostgREST that the app uses.',
  })
}
