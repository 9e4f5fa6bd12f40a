/** Builds the service worker of the app in `dist`. Runs after `vite build`. */
import { writeFileSync } from 'node:fs'
import { buildWorker } from './worker-build.ts'

// On a static host the addresses are known at build time; the embedded stack serves its own /environment.json.
const { VITE_SUPABASE_URL: apiUrl, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = process.env
const {
  VITE_FIREBASE_API_KEY: apiKey,
  VITE_FIREBASE_AUTH_DOMAIN: authDomain,
  VITE_FIREBASE_PROJECT_ID: projectId,
  VITE_STRIPE_PUBLISHABLE_KEY: stripeKey,
  VITE_TURNSTILE_SITE_KEY: siteKey,
  VITE_VAPID_PUBLIC_KEY: vapidPublicKey,
} = process.env
const firebase = apiKey && authDomain && projectId ? { apiKey, authDomain, projectId } : undefined
const stripe = stripeKey ? { publishableKey: stripeKey } : undefined
const turnstile = siteKey ? { siteKey } : undefined
if (apiUrl && publishableKey) {
  const environment = { apiUrl, publishableKey, firebase, stripe, turnstile, vapidPublicKey }
  writeFileSync('dist/environment.json', JSON.stringify(environment))
}

const { count, size, warnings } = await buildWorker('dist')
for (const warning of warnings) console.warn(warning)
if (warnings.length > 0) process.exitCode = 1
console.log(`service worker: ${count} files precached, ${Math.round(size / 1024)} KiB`)
