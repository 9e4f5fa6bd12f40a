import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { BUILD_TARGETS } from './scripts/browsers/supported.ts'
import { firstPaint } from './scripts/first-paint.ts'

/** What the device's database stands on; a visitor never loads it. */
const DATABASE_PACKAGES =
  /\/node_modules\/(rxdb|rxjs|dexie|mingo|broadcast-channel|event-reduce-js|custom-idle-queue|oblivious-set|unload|binary-decision-diagram|array-push-at-sort-position)\//
/** Of those, what only the engine needs that speaks with the server. */
const OF_REPLICATION = /\/(replication|replication-protocol|leader-election|cleanup)[/.-]/
/** What opening the database needs of our own. */
const OWN_DATA = /\/sync\/(collections|storage|outbox|engine-state|status|store|catalogue|replication\/learn)/
const NOT_AT_FIRST =
  /\/(outbox\/(conflicts|subject|overruled|waiting)|catalogue\/own-videos|collections\/(connection-(answers|view)|reports|bring-older)|storage\/(missed-changes|last-screens))/
/** Stubs for parts of packages that nothing here calls. */
const CHANNELS = fileURLToPath(import.meta.resolve('./scripts/left-out/broadcast-channel.ts'))
const PROJECTION = fileURLToPath(import.meta.resolve('./scripts/left-out/projection.ts'))
const READABLE_STREAMS = fileURLToPath(import.meta.resolve('./scripts/left-out/readable-streams.ts'))
/** What home shows first. */
const HOME =
  /\/src\/(features\/(home|video\/(video-(card|thumbnail|facts|meta)|featured|copy|score-line|axis|promoted|use-promotion))|features\/favorites\/heart|ui\/(radar|media-skeleton)|routes\/(home\.lazy|promoted-place|favorite-slot|use-login|use-render-video))/
/** Of what somebody wrote, the parts that several screens show. */
const WRITTEN =
  /\/src\/(ui\/(folded-text|kept-age)|features\/rating\/(review-count|score-details|comment-text))\./

export default defineConfig({
  plugins: [react(), tailwindcss(), firstPaint()],
  resolve: {
    // Browsers as new as ours need neither RxJS for ES5 nor the helpers that come with it
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      { find: /^dexie$/, replacement: fileURLToPath(import.meta.resolve('dexie/dist/modern/dexie.min.mjs')) },
      // React has had the hook since 18
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^broadcast-channel$/, replacement: CHANNELS },
      { find: /^\.\/(operators\/pipeline\/)?project$/, replacement: PROJECTION },
      { find: /^\.\.\/util\/isReadableStreamLike$/, replacement: READABLE_STREAMS },
    ],
  },
  server: { port: Number(process.env['PORT'] ?? 3000), strictPort: true },
  build: {
    target: BUILD_TARGETS,
    // The worker precaches by these names; the manifest lists which chunk belongs to which module.
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Only the document names files to come: the worker has all of them, and to ask for each beforehand costs more of a press than it saves
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        // Where code that is loaded names other files, each letter of a hash costs a byte that does not compress
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Few files for what is loaded together: a hundred small ones compress badly. What they may weigh: scripts/build-budgets.ts
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 4 },
            {
              name: 'database',
              test: (id) => DATABASE_PACKAGES.test(id) && !OF_REPLICATION.test(id),
              priority: 3,
            },
            { name: 'home', test: HOME, priority: 2 },
            { name: 'written', test: WRITTEN, priority: 1 },
            { name: 'own-data', test: (id) => OWN_DATA.test(id) && !NOT_AT_FIRST.test(id), priority: 1 },
          ],
        },
      },
    },
  },
})
