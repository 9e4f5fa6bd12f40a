import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import * as v from 'valibot'
import type { Keys } from '../gateway/keys.ts'
import type { Service } from '../gateway/service.ts'
import { callerOf } from './caller.ts'
import { bucketNotFound, errorResponse, invalidRequest, objectNotFound, StorageError } from './errors.ts'
import { openFiles, type Files } from './files.ts'
import { openObjects, type Bucket, type Objects, type StoredObject } from './objects.ts'
import { objectPath } from './object-path.ts'
import { checkUpload, readUpload } from './upload.ts'

type Options = {
  /** As a superuser, who may act as any role. */
  adminPool: Pool
  keys: Keys
  /** Holds the contents and nothing else. */
  folder: string
  log: (line: string) => void
}
type Context = { objects: Objects; files: Files; keys: Keys }
type Endpoint = (context: Context, request: Request, bucket: Bucket, name: string) => Promise<Response>

const CORS = { 'access-control-allow-origin': '*' }

/** The part of `/storage/v1` that the app uses; the policies on storage.objects decide, as on a hosted project. */
export async function createStorage(options: Options): Promise<Service> {
  const files = await openFiles(options.folder)
  const objects = openObjects(options.adminPool)
  await files.keepOnly(await objects.versions())
  const context = { objects, files, keys: options.keys }
  return {
    async handle(request) {
      if (request.method === 'OPTIONS') return preflight(request)
      const response = await answer(context, request).catch((error: unknown) => {
        if (error instanceof StorageError) return errorResponse(error)
        options.log(
          `storage ${request.method} ${new URL(request.url).pathname}: ${error instanceof Error ? error.stack : String(error)}`,
        )
        return errorResponse(new StorageError(500, 'internal', 'Internal Server Error', { cause: error }))
      })
      for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value)
      return response
    },
    async close() {},
  }
}

/** The first whose pattern matches `METHOD path` answers; its groups are the bucket and the object's name. */
const ROUTES: readonly (readonly [RegExp, Endpoint])[] = [
  [/^GET \/object\/public\/([^/]+)\/(.+)$/, readPublic],
  [/^GET \/object\/(?:authenticated\/)?(?!sign\/|info\/|upload\/|list)([^/]+)\/(.+)$/, readPrivate],
  [/^POST \/object\/list\/([^/]+)$/, list],
  [/^(?:POST|PUT) \/object\/(?!sign\/|upload\/|list\/|list-v2\/)([^/]+)\/(.+)$/, store],
  [/^DELETE \/object\/([^/]+)\/(.+)$/, removeOne],
  [/^DELETE \/object\/([^/]+)$/, removeMany],
]

async function answer(context: Context, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/storage\/v1/, '')
  const line = `${request.method === 'HEAD' ? 'GET' : request.method} ${path}`
  for (const [pattern, endpoint] of ROUTES) {
    const match = pattern.exec(line)
    if (match === null) continue
    const [, bucketId = '', name = ''] = match
    const bucket = await context.objects.bucket(decoded(bucketId))
    if (bucket === null) throw bucketNotFound()
    return endpoint(context, request, bucket, name === '' ? '' : objectPath(decoded(name)))
  }
  throw new StorageError(
    501,
    'not_supported',
    `${request.method} /storage/v1${path} is not supported by the local stack.`,
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidRequest('The path is malformed')
  }
}

async function store(context: Context, request: Request, bucket: Bucket, name: string): Promise<Response> {
  const caller = await callerOf(request, context.keys)
  const upload = await readUpload(request)
  checkUpload(upload, bucket)
  const version = await context.files.write(upload.content)
  const stored = await context.objects
    .store(caller, {
      bucket: bucket.id,
      name,
      version,
      upsert: request.method === 'PUT' || request.headers.get('x-upsert') === 'true',
      metadata: {
        eTag: `"${createHash('md5').update(upload.content).digest('hex')}"`,
        size: upload.content.length,
        mimetype: upload.mimeType,
        cacheControl: upload.cacheControl,
        lastModified: new Date().toISOString(),
      },
    })
    .catch(async (error: unknown) => {
      await context.files.remove([version])
      throw error
    })
  await context.files.remove([stored.replaced])
  return Response.json({ Key: `${bucket.id}/${name}`, Id: stored.id })
}

async function readPublic(
  context: Context,
  request: Request,
  bucket: Bucket,
  name: string,
): Promise<Response> {
  if (!bucket.public) throw bucketNotFound()
  return contentOf(context, request, await context.objects.find(bucket.id, name))
}

async function readPrivate(
  context: Context,
  request: Request,
  bucket: Bucket,
  name: string,
): Promise<Response> {
  const caller = await callerOf(request, context.keys)
  return contentOf(context, request, await context.objects.findAs(caller, bucket.id, name))
}

async function contentOf(
  { files }: Context,
  request: Request,
  object: StoredObject | null,
): Promise<Response> {
  if (!object?.version || object.metadata === null) throw objectNotFound()
  const { eTag, mimetype, cacheControl, lastModified } = object.metadata
  const headers = new Headers({
    etag: eTag,
    'cache-control': cacheControl,
    'last-modified': new Date(lastModified).toUTCString(),
    'x-content-type-options': 'nosniff',
    // Whatever it claims to be, it runs nothing when it is opened as a page.
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (request.headers.get('if-none-match') === eTag) return new Response(null, { status: 304, headers })
  const content = await files.read(object.version)
  if (content === null) throw objectNotFound()
  headers.set('content-type', mimetype)
  headers.set('content-length', String(content.length))
  return new Response(content, { headers })
}

async function removeOne(
  context: Context,
  request: Request,
  bucket: Bucket,
  name: string,
): Promise<Response> {
  const removed = await remove(context, request, bucket, [name])
  if (removed.length === 0) throw objectNotFound()
  return Response.json({ message: 'Successfully deleted' })
}

const Prefixes = v.object({ prefixes: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) })

async function removeMany(context: Context, request: Request, bucket: Bucket): Promise<Response> {
  const { prefixes } = await readBody(request, Prefixes)
  return Response.json(await remove(context, request, bucket, prefixes))
}

async function remove(
  { objects, files, keys }: Context,
  request: Request,
  bucket: Bucket,
  names: string[],
): Promise<StoredObject[]> {
  const removed = await objects.remove(await callerOf(request, keys), bucket.id, names)
  await files.remove(removed.map(({ version }) => version))
  return removed
}

const Listing = v.object({
  prefix: v.optional(v.string(), ''),
  search: v.optional(v.string(), ''),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 100),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(['name', 'created_at', 'updated_at', 'last_accessed_at']), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    {},
  ),
})

async function list({ objects, keys }: Context, request: Request, bucket: Bucket): Promise<Response> {
  const caller = await callerOf(request, keys)
  const { prefix, sortBy, ...rest } = await readBody(request, Listing)
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  return Response.json(await objects.list(caller, bucket.id, { ...rest, ...sortBy, prefix: folder }))
}

async function readBody<S extends v.GenericSchema>(request: Request, schema: S): Promise<v.InferOutput<S>> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await request.text())
  if (!parsed.success) throw invalidRequest(`body ${parsed.issues[0].message}`)
  return parsed.output
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
    },
  })
}
