/** An answer that Supabase's storage would give; it says its status in the body and 400 on the wire. */
export class StorageError extends Error {
  readonly statusCode: number
  readonly error: string

  constructor(statusCode: number, error: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.statusCode = statusCode
    this.error = error
  }
}

export const unauthorized = (message: string): StorageError => new StorageError(403, 'Unauthorized', message)
export const invalidRequest = (message: string): StorageError =>
  new StorageError(400, 'invalid_request', message)
export const objectNotFound = (): StorageError => new StorageError(404, 'not_found', 'Object not found')
export const bucketNotFound = (): StorageError =>
  new StorageError(404, 'Bucket not found', 'Bucket not found')

export function errorResponse({ statusCode, error, message }: StorageError): Response {
  const status = statusCode === 501 || statusCode === 500 ? statusCode : 400
  return Response.json({ statusCode: String(statusCode), error, message }, { status })
}
