/** `npm run headers -- nginx|caddy|cloudflare|netlify`: the headers that a static host has to send with the build in `dist`, as its configuration. */
import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { HUMAN_CHECK_SCRIPT } from '../src/domain/own-documents.ts'
import { inlineBlocksOf } from '../supabase/local/web/inline-blocks.ts'
import { FORMATS } from './headers/formats.ts'
import { hostHeaders } from './headers/host-headers.ts'

const Environment = v.object({
  apiUrl: v.pipe(v.string(), v.url()),
  thumbnailBase: v.optional(v.string()),
  firebase: v.optional(v.object({})),
  stripe: v.optional(v.object({})),
  turnstile: v.optional(v.object({})),
})

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const format = FORMATS[process.argv[2] ?? '']
if (!format) refuse(`Which host? npm run headers -- ${Object.keys(FORMATS).join('|')}`)
if (!existsSync('dist/environment.json'))
  refuse('dist does not know its server: VITE_SUPABASE_URL=… VITE_SUPABASE_PUBLISHABLE_KEY=… npm run build')
const { apiUrl, thumbnailBase, firebase, stripe, turnstile } = v.parse(
  Environment,
  JSON.parse(readFileSync('dist/environment.json', 'utf8')),
)
const site = {
  apiUrl,
  ...(thumbnailBase !== undefined && { thumbnailBase }),
  verifiesAtGoogle: firebase !== undefined,
  paysAtStripe: stripe !== undefined,
  ...(turnstile && { humanCheckScript: HUMAN_CHECK_SCRIPT }),
}
process.stdout.write(format(hostHeaders(site, inlineBlocksOf(readFileSync('dist/index.html', 'utf8')))))
