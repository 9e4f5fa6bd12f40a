import { UPLOAD_TIMEOUT_MS } from '#domain/limits.ts'
import { DOCUMENT_TYPES } from '#domain/verification.ts'
import { postToFunction, type FunctionSurroundings } from './ask-function.ts'
import { NoAnswer } from './http.ts'

/**
 * The document of a request for verification, kept nowhere on its way. The server writes down that an admin
 * opens it. Rejects where it cannot be shown.
 */
export async function openDocument(surroundings: FunctionSurroundings, request: string): Promise<Blob> {
  const opened = await postToFunction(
    surroundings,
    'open-document',
    { request },
    UPLOAD_TIMEOUT_MS,
    (answer) => answer.blob(),
  )
  if (opened === null) throw new NoAnswer('signed_out')
  const { answer, body } = opened
  // A captive portal answers 200 with its own page
  const isDocument = answer.ok && Object.hasOwn(DOCUMENT_TYPES, body.type)
  surroundings.connectivity.report(isDocument || !answer.ok)
  if (!isDocument) throw new Error(`no document: ${answer.status}`)
  return body
}
