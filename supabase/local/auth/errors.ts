/** An answer that GoTrue would give: its HTTP status, its error code, its English sentence. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly weakPasswordReasons: readonly string[] | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    options: ErrorOptions & { reasons?: string[] } = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.weakPasswordReasons = options.reasons
  }
}

export const invalidRequest = (message: string): AuthError => new AuthError(400, 'validation_failed', message)
export const notSupported = (what: string): AuthError =>
  new AuthError(501, 'not_supported', `${what} is not supported by the local stack.`)

const API_VERSION_HEADER = 'x-supabase-api-version'
const API_VERSION = '2024-01-01'

/** Since API version 2024-01-01 `code` is the error code; before, it is the status and `error_code` is the code. */
export function errorResponse(error: AuthError, request: Request): Response {
  const asked = request.headers.get(API_VERSION_HEADER) ?? ''
  const isCurrent = /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= API_VERSION
  const weakPassword = error.weakPasswordReasons
    ? { weak_password: { reasons: error.weakPasswordReasons } }
    : {}
  const body = isCurrent
    ? { code: error.code, message: error.message, ...weakPassword }
    : { code: error.status, error_code: error.code, msg: error.message, ...weakPassword }
  return Response.json(body, {
    status: error.status,
    headers: { 'x-sb-error-code': error.code, ...(isCurrent ? { [API_VERSION_HEADER]: API_VERSION } : {}) },
  })
}

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The same error as it is told to the page that a mail's link leads to. */
export function errorFragment(error: AuthError): URLSearchParams {
  return new URLSearchParams({
    error: OAUTH_ERRORS[error.status] ?? 'server_error',
    error_code: error.code,
    error_description: error.message,
  })
}
