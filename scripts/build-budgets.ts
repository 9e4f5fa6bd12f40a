/** Weighs what home, and what a visitor comes to by a link, needs before it is usable (DESIGN §8, P11), after `vite build`: prints it, and fails the build when it is too much. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { type Budget, circles, Manifest, weigh } from './budgets/weigh.ts'

const FRAME = ['index.html', 'home']
/** Each comes with the first use of what needs it: the database when somebody is signed in, the others by a person's deed. */
const ON_USE = ['realtime-client', 'replicate', 'auth-door', 'phone-auth', 'payment-form']
const NOT_OF_VISITORS = ['database', 'own-data', ...ON_USE]
const VISITORS = [
  { what: 'home', roots: FRAME, maxKib: 145 },
  { what: 'search', roots: [...FRAME, 'src/routes/search.lazy.tsx'], maxKib: 150 },
  { what: 'a genre', roots: [...FRAME, 'src/routes/genre.lazy.tsx'], maxKib: 150 },
  { what: 'a video', roots: [...FRAME, 'src/routes/video.lazy.tsx'], maxKib: 155 },
]
const BUDGETS: readonly Budget[] = [
  ...VISITORS.map((screen) => ({ ...screen, what: `${screen.what}, anonymous`, never: NOT_OF_VISITORS })),
  {
    what: 'home, signed in',
    roots: [
      ...FRAME,
      'session-storage',
      'stored-session',
      'src/app/store/open-store.ts',
      'src/features/history/recent-views.tsx',
    ],
    maxKib: 245,
    never: ON_USE,
  },
]
/** The shell and its styles, which every first paint waits for. */
const MAX_SHELL_KIB = 5
/** All of the document, with the stylesheet behind the shell and what it asks before the code. */
const MAX_DOCUMENT_KIB = 19.5
/** Files that are named; the others are added up. */
const NAMED = 6

const manifest = v.parse(Manifest, JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')))
const packedKib = (content: string | Buffer): number => gzipSync(content).length / 1024
const kibOf = (file: string): number => packedKib(readFileSync(`dist/${file}`))

for (const circle of circles(manifest)) {
  console.error(`${circle} imports itself by way of other chunks`)
  process.exitCode = 1
}
for (const budget of BUDGETS) {
  const { what, files, kib, faults } = weigh(manifest, budget, kibOf)
  console.log(`\n${what}: ${kib.toFixed(1)} of ${budget.maxKib} KiB of JavaScript, gzipped`)
  for (const file of files.slice(0, NAMED)) console.log(`  ${file.kib.toFixed(1).padStart(6)}  ${file.file}`)
  const rest = files.slice(NAMED)
  const restKib = rest.reduce((sum, file) => sum + file.kib, 0)
  if (rest.length > 0) console.log(`  ${restKib.toFixed(1).padStart(6)}  ${rest.length} more`)
  for (const fault of faults) console.error(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
const document = readFileSync('dist/index.html', 'utf8')
const sheet = /<style data-sheet="\/([^"]+)"/.exec(document)?.[1]
for (const { file } of Object.values(manifest)) {
  if (!file.endsWith('.js') || sheet === undefined || !readFileSync(`dist/${file}`, 'utf8').includes(sheet))
    continue
  console.error(`${file} waits for ${sheet}, which stands in the document and is not precached`)
  process.exitCode = 1
}
const [shell = ''] = document.split('<template data-then=')
const documents = [
  { what: 'shell', kib: packedKib(shell), maxKib: MAX_SHELL_KIB },
  { what: 'document', kib: packedKib(document), maxKib: MAX_DOCUMENT_KIB },
]
for (const { what, kib, maxKib } of documents) {
  console.log(`\n${what}: ${kib.toFixed(1)} of ${maxKib} KiB, gzipped`)
  if (kib <= maxKib) continue
  console.error(`  ${kib.toFixed(1)} KiB are more than ${maxKib} KiB`)
  process.exitCode = 1
}
