/** Builds `sw/service-worker.ts` into `dist/service-worker.js` and writes the list of precached files into it. Runs after `vite build`. */
import { writeFileSync } from 'node:fs'
import { injectManifest } from 'workbox-build'
import { build } from 'vite'

const OUT = 'dist/service-worker.js'

// On a static host the addresses are known at build time; the embedded stack serves its own /environment.json.
const { VITE_SUPABASE_URL: apiUrl, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = process.env
if (apiUrl && publishableKey)
  writeFileSync('dist/environment.json', JSON.stringify({ apiUrl, publishableKey }))

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: false,
    sourcemap: true,
    copyPublicDir: false,
    lib: {
      entry: 'sw/service-worker.ts',
      formats: ['iife'],
      name: 'worker',
      fileName: () => 'service-worker.js',
    },
  },
})

const { count, size, warnings } = await injectManifest({
  swSrc: OUT,
  swDest: OUT,
  globDirectory: 'dist',
  globPatterns: ['index.html', 'manifest.webmanifest', 'assets/**/*.{js,css}', '*.js', 'icons/*.{svg,png}'],
  globIgnores: ['service-worker.js', '**/*.map'],
  dontCacheBustURLsMatching: /^assets\//,
  maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
})
for (const warning of warnings) console.warn(warning)
if (warnings.length > 0) process.exitCode = 1
console.log(`service worker: ${count} files precached, ${Math.round(size / 1024)} KiB`)
