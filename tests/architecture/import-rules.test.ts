import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import config from '../../.dependency-cruiser.mjs'

const ROOT = join(import.meta.dirname, '../..')
const Report = v.object({
  modules: v.array(v.object({ source: v.string() })),
  summary: v.object({
    violations: v.array(v.object({ from: v.string(), rule: v.object({ name: v.string() }) })),
  }),
})

/** The cruiser as `npm run check` calls it, but on `folder` and answering with its report. It exits 0 with `-T json` whatever it finds. */
function cruise(folder: string, paths: string[]) {
  const bin = join(ROOT, 'node_modules/.bin/depcruise')
  const output = execFileSync(
    bin,
    ['--config', join(ROOT, '.dependency-cruiser.mjs'), '-T', 'json', ...paths],
    {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return v.parse(Report, JSON.parse(output.toString()))
}

/** One violation per rule: file → what it imports. */
const PLANTED: Record<string, { file: string; imports: string }> = {
  'no-cycles': { file: 'src/ui/a.ts', imports: './b.ts' },
  'no-feature-imports-another-feature': { file: 'src/features/home/x.ts', imports: '../video/y.ts' },
  'features-import-only-what-they-may': { file: 'src/features/home/z.ts', imports: '../../app/session.ts' },
  'ui-imports-platform-only': { file: 'src/ui/badge.ts', imports: '../domain/rules.ts' },
  'platform-imports-domain-only': { file: 'src/platform/clock.ts', imports: '../ui/b.ts' },
  'app-imports-sync-platform-ui-domain': { file: 'src/app/shell.ts', imports: '../features/video/y.ts' },
  'routes-do-not-import-sync-or-platform': { file: 'src/routes/home.ts', imports: '../../sync/store.ts' },
  'sync-imports-domain-only': { file: 'sync/engine.ts', imports: '../src/platform/net.ts' },
  'simulation-puts-the-app-together': {
    file: 'sync/chaos/app-page.ts',
    imports: '../../src/platform/net.ts',
  },
  'sync-has-no-react': { file: 'sync/hook.ts', imports: 'react' },
  'worker-imports-sync-and-domain-only': { file: 'sw/worker.ts', imports: '../src/platform/net.ts' },
  'functions-import-domain-only': {
    file: 'supabase/functions/pay/index.ts',
    imports: '../../../sync/store.ts',
  },
  'domain-is-pure': { file: 'src/domain/price.ts', imports: '../platform/net.ts' },
  'supabase-client-has-two-doors': { file: 'src/features/home/client.ts', imports: '@supabase/supabase-js' },
  'firebase-has-one-door': { file: 'src/features/home/phone.ts', imports: 'firebase/auth' },
  'stripe-js-has-one-door': { file: 'src/features/home/card.ts', imports: '@stripe/stripe-js' },
  'product-does-not-import-tests': { file: 'src/app/cheat.ts', imports: '../../tests/fixture.ts' },
}
const INNOCENT = {
  'src/ui/b.ts': "import './a.ts'\n",
  'src/features/video/y.ts': '',
  'src/app/session.ts': '',
  'src/domain/rules.ts': '',
  'src/platform/net.ts': '',
  'sync/store.ts': '',
  'tests/fixture.ts': '',
  'node_modules/react/package.json': '{"name":"react","version":"1.0.0","main":"index.js"}',
  'node_modules/react/index.js': '',
  'node_modules/@supabase/supabase-js/package.json':
    '{"name":"@supabase/supabase-js","version":"1.0.0","main":"index.js"}',
  'node_modules/@supabase/supabase-js/index.js': '',
  'node_modules/firebase/package.json':
    '{"name":"firebase","version":"1.0.0","exports":{"./auth":"./auth/index.js"}}',
  'node_modules/firebase/auth/index.js': '',
  'node_modules/@stripe/stripe-js/package.json':
    '{"name":"@stripe/stripe-js","version":"1.0.0","main":"index.js"}',
  'node_modules/@stripe/stripe-js/index.js': '',
  'package.json':
    '{"type":"module","dependencies":{"react":"1","@supabase/supabase-js":"1","firebase":"1","@stripe/stripe-js":"1"}}',
  'tsconfig.json':
    '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true,"module":"ESNext","moduleResolution":"bundler"}}',
}

const planted = mkdtempSync(join(tmpdir(), 'planted-'))
afterAll(() => rmSync(planted, { recursive: true, force: true }))

test('every import rule sees a violation planted for it', () => {
  const files = {
    ...INNOCENT,
    ...Object.fromEntries(Object.values(PLANTED).map(({ file, imports }) => [file, `import '${imports}'\n`])),
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(planted, path)), { recursive: true })
    writeFileSync(join(planted, path), text)
  }
  const seen = cruise(planted, ['src', 'sync', 'sw', 'supabase', 'tests']).summary.violations
  for (const [rule, { file }] of Object.entries(PLANTED)) {
    expect(
      seen.filter((violation) => violation.rule.name === rule).map((violation) => violation.from),
    ).toContain(file)
  }
})

test('each rule of the config has a planted violation', () => {
  expect(Object.keys(PLANTED).toSorted()).toEqual(
    config.forbidden.map((rule: { name: string }) => rule.name).toSorted(),
  )
})

test('the check reads the modules of the house and finds nothing', () => {
  const report = cruise(ROOT, ['src', 'sync', 'sw'])
  const own = report.modules
    .map((module) => module.source)
    .filter((source) => /^(src|sync|sw)\//.test(source))
  expect(own).toEqual(expect.arrayContaining(['src/main.tsx', 'sync/store.ts', 'sw/service-worker.ts']))
  expect(own.length).toBeGreaterThan(100)
  expect(report.summary.violations).toEqual([])
})
