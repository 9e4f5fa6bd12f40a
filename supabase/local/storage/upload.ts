import { invalidRequest, StorageError } from './errors.ts'
import type { Bucket } from './objects.ts'

export type Upload = { content: Uint8Array; mimeType: string; cacheControl: string }

/** The file in a request: the body itself, or the one file of a form. */
export async function readUpload(request: Request): Promise<Upload> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream'
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    return {
      content: new Uint8Array(await request.arrayBuffer()),
      mimeType: type,
      cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    }
  }
  const form = await request.formData().catch(() => {
    throw invalidRequest('The form cannot be read')
  })
  const file = [...form.values()].find((value) => value instanceof File)
  if (file === undefined) throw invalidRequest('The form holds no file')
  const maxAge = form.get('cacheControl')
  return {
    content: new Uint8Array(await file.arrayBuffer()),
    mimeType: file.type || 'application/octet-stream',
    cacheControl: typeof maxAge === 'string' ? `max-age=${maxAge}` : 'no-cache',
  }
}

/** Throws unless the bucket takes a file of this size and type. */
export function checkUpload({ content, mimeType }: Upload, bucket: Bucket): void {
  if (bucket.file_size_limit !== null && content.length > bucket.file_size_limit) {
    throw new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
  }
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isAllowed = bucket.allowed_mime_types?.some(
    (allowed) => allowed === type || (allowed.endsWith('/*') && type.startsWith(allowed.slice(0, -1))),
  )
  if (isAllowed === false)
    throw new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`)
}
