import { readFile, stat } from 'node:fs/promises'
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
  globIgnores: ['{service-worker,sender-*}.js', 'assets/phone-auth-*.js'],
  dontCacheBustURLsMatching: /^assets\//,
  maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
}

/** Every start in a browser without static routes waits until it is read: WebKit and Firefox have none. */
const BUDGET_BYTES = 110 * 1024

/**
 * Builds `sw/service-worker.ts` into the folder of an app that was built before, with the script that it loads
 * where it sends something, and writes the list of precached files into it; their code lies in one file beside
 * them too. Answers what is odd about it.
 */
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
  const script = async (
    name: string,
    source: string,
    fileName: string,
    words: Record<string, string> = {},
  ) => {
    const made = await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      plugins,
      define: { 'process.env.NODE_ENV': '"production"', ...words },
      build: {
        target: BUILD_TARGETS,
        outDir: folder,
        emptyOutDir: false,
        copyPublicDir: false,
        lib: { entry: source, formats: ['iife'], name, fileName: () => fileName },
      },
    })
    const [file] = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
    if (file === undefined) throw new Error(`nothing came of ${source}`)
    return file.fileName
  }
  const sender = await script('sender', 'sw/send-pending.ts', 'sender-[hash].js')
  await script('worker', 'sw/service-worker.ts', 'service-worker.js', {
    RELEASE_ENTRY: JSON.stringify(entry),
    CODE_PACK: JSON.stringify(pack),
    SENDER: JSON.stringify(`/${sender}`),
  })
  const { size } = await stat(`${folder}/service-worker.js`)
  const made = await injectManifest({
    swSrc: `${folder}/service-worker.js`,
    swDest: `${folder}/service-worker.js`,
    globDirectory: folder,
    ...PRECACHED,
  })
  const tooLarge = `the worker has ${size} bytes, more than ${BUDGET_BYTES}`
  return size > BUDGET_BYTES ? { ...made, warnings: [...made.warnings, tooLarge] } : made
}
