import { readFile } from 'node:fs/promises'
import { getManifest, injectManifest } from 'workbox-build'
import { build, type PluginOption } from 'vite'
import { BUILD_TARGETS } from './browsers/supported.ts'
import { packCode } from './code-pack.ts'

/** What is kept on the device with the worker. */
export const PRECACHED = {
  globPatterns: [
    'index.html',
    'manifest.webmanifest',
    // Pages of their own, which open in a new tab
    '{terms-of-service,privacy-policy}.html',
    'legal.css',
    // The stylesheet stands in the document
    'assets/**/*.js',
    'icons/*.{svg,png}',
    'sounds/*.wav',
  ],
  // The SDK that sends codes is of no use without a connection.
  globIgnores: ['service-worker.js', '**/*.map', 'assets/phone-auth-*.js'],
  dontCacheBustURLsMatching: /^assets\//,
  maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
}

/** Builds `sw/service-worker.ts` into the folder of an app that was built before, and writes the list of precached files into it; their code lies in one file beside them too. Answers what is odd about it. */
export async function buildWorker(
  folder: string,
  plugins: PluginOption[] = [],
): Promise<{ count: number; size: number; warnings: string[] }> {
  const entry = /<script type="module" data-entry="([^"]+)">/.exec(
    await readFile(`${folder}/index.html`, 'utf8'),
  )?.[1]
  if (entry === undefined) throw new Error(`${folder}/index.html names no entry`)
  const { manifestEntries } = await getManifest({ globDirectory: folder, ...PRECACHED })
  const code = manifestEntries.flatMap(({ url }) => (url.startsWith('assets/') ? [url] : []))
  // A fourth of all code, which the page has just loaded: the browser still has it
  const packed = code.filter((url) => `/${url}` !== entry)
  const pack = await packCode(folder, packed)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define: {
      'process.env.NODE_ENV': '"production"',
      RELEASE_ENTRY: JSON.stringify(entry),
      CODE_PACK: JSON.stringify(pack),
    },
    build: {
      target: BUILD_TARGETS,
      outDir: folder,
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
  return injectManifest({
    swSrc: `${folder}/service-worker.js`,
    swDest: `${folder}/service-worker.js`,
    globDirectory: folder,
    ...PRECACHED,
  })
}
