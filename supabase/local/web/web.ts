import { resolve } from 'node:path'
import { ENDING_FROZEN_PAGES, FROZEN_PAGES } from '../../../src/domain/frozen-pages.ts'
import { HUMAN_CHECK_SCRIPT } from '../../../src/domain/own-documents.ts'
import { openServer, type HttpServer } from '../gateway/server.ts'
import type { FirebaseWeb } from '../firebase/selection.ts'
import type { StripeWeb } from '../stripe/selection.ts'
import type { TurnstileWeb } from '../turnstile/selection.ts'
import { openFiles, type Encoding, type WebFile } from './files.ts'
import { inlineBlocksOf, type InlineBlocks } from './inline-blocks.ts'
import { documentKindOf, securityHeaders, type Site } from './security-headers.ts'
import { thumbnailAt } from './thumbnails.ts'

export type Environment = {
  apiUrl: string
  publishableKey: string
  /** Where thumbnails come from; the local stack draws its own, having no internet. */
  thumbnailBase: string
  /** What browsers subscribe to pushes with. */
  vapidPublicKey?: string
  /** Where phone numbers are verified. */
  firebase?: FirebaseWeb
  /** Where people pay. */
  stripe?: StripeWeb
  /** How people show that they are human before they sign in. */
  turnstile?: TurnstileWeb
}

export type Web = HttpServer & { serve(environment: Environment): void }

/** Serves the production build in `folder` as a host of static sites would, and `/environment.json`, `/thumbnails/` of this stack. */
export async function openWeb(port: number, folder: string, log: (line: string) => void): Promise<Web> {
  let answer = async (_request: Request): Promise<Response> =>
    new Response('起動中です。', {
      status: 503,
      headers: { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' },
    })
  const server = await openServer({ port, portName: 'PORT', log, handle: (request) => answer(request) })
  return {
    ...server,
    serve(environment) {
      answer = createWeb(folder, environment)
    },
  }
}

/** The web server as a function. */
export function createWeb(folder: string, environment: Environment): (request: Request) => Promise<Response> {
  const read = openFiles(resolve(folder))
  const inlineOf = openInlineBlocks(read)
  const site = siteOf(environment)
  const headers = securityHeaders(site)
  const plain = (status: number, text: string): Response =>
    new Response(text, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'GET または HEAD だけを受け付けます。')
    const accepted = encodingsOf(request)
    const document = async (file: WebFile, address: string, path: string): Promise<Response> => {
      const policy = securityHeaders(site, documentKindOf(address, site), await inlineOf(path))
      return fileResponse(request, file, policy, 'no-cache')
    }
    const shell = async (address: string): Promise<Response> => {
      const file = await read('/index.html', accepted)
      if (!file) return plain(503, 'アプリがまだビルドされていません。npm run build を実行してください。')
      return document(file, address, '/index.html')
    }
    const asked = new URL(request.url).pathname
    const pathname = decoded(asked)
    // The app leads home from an address that is none
    if (pathname === undefined)
      return isNavigation(request, asked) ? shell('/') : plain(400, 'アドレスが正しくありません。')
    const made = thumbnailAt(pathname) ?? environmentAt(pathname, environment)
    if (made) return made
    const file = await read(pathname, accepted)
    if (file && pathname.endsWith('.html')) return document(file, pathname, pathname)
    if (file) return fileResponse(request, file, headersOf(pathname, headers), cacheControlOf(pathname))
    if (!isNavigation(request, pathname)) return plain(404, `${pathname} はありません。`)
    return shell(pathname)
  }
}

const headersOf = (pathname: string, headers: Record<string, string>): Record<string, string> =>
  pathname === FROZEN_PAGES ? { ...headers, [ENDING_FROZEN_PAGES.name]: ENDING_FROZEN_PAGES.value } : headers

const siteOf = ({ apiUrl, thumbnailBase, stripe, firebase, turnstile }: Environment): Site => ({
  apiUrl,
  thumbnailBase,
  paysAtStripe: stripe !== undefined && stripe.standInUrl === undefined,
  verifiesAtGoogle: firebase !== undefined && firebase.emulatorUrl === undefined,
  ...(turnstile && { humanCheckScript: turnstile.scriptUrl ?? HUMAN_CHECK_SCRIPT }),
})

/** What stands inline in a document, read again when the file has changed. */
function openInlineBlocks(read: ReturnType<typeof openFiles>): (pathname: string) => Promise<InlineBlocks> {
  const kept = new Map<string, { tag: string; blocks: InlineBlocks }>()
  return async (pathname) => {
    const { body, tag } = (await read(pathname, [])) ?? { body: Buffer.from(''), tag: '' }
    const known = kept.get(pathname)
    if (known?.tag === tag) return known.blocks
    const blocks = inlineBlocksOf(body.toString())
    kept.set(pathname, { tag, blocks })
    return blocks
  }
}

/** `/environment.json`: what the build must not know, so that one build runs on any port. */
export function environmentAt(pathname: string, environment: Environment): Response | undefined {
  if (pathname !== '/environment.json') return undefined
  return Response.json(environment, {
    headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  })
}

function decoded(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

function encodingsOf(request: Request): Encoding[] {
  const header = request.headers.get('accept-encoding') ?? ''
  return (['br', 'gzip'] as const).filter((encoding) =>
    new RegExp(`\\b${encoding}\\b(?!;q=0(\\.0*)?(,|$))`).test(header),
  )
}

/** Built assets carry their content in their name; everything else is asked for again. */
function cacheControlOf(pathname: string): string {
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/**
 * A person going to an address of the app, not a program fetching a file that is missing. Browsers say which; of others the address must not
 * look like a file's, unless they ask for a page.
 */
function isNavigation(request: Request, pathname: string): boolean {
  if (pathname === '/') return true
  if (/^\/(assets|thumbnails|icons|sounds|screenshots)\//.test(pathname)) return false
  const mode = request.headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  const accept = request.headers.get('accept') ?? '*/*'
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.[^/]*$/.test(pathname))
}

function fileResponse(
  request: Request,
  file: WebFile,
  headers: Record<string, string>,
  cacheControl: string,
): Response {
  const all = new Headers(headers)
  all.set('cache-control', cacheControl)
  all.set('etag', file.tag)
  all.set('vary', 'accept-encoding')
  if (request.headers.get('if-none-match') === file.tag)
    return new Response(null, { status: 304, headers: all })
  all.set('content-type', file.type)
  all.set('content-length', String(file.body.length))
  if (file.encoding !== 'identity') all.set('content-encoding', file.encoding)
  return new Response(file.body, { headers: all })
}
