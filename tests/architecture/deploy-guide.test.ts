import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { FORMATS } from '../../scripts/headers/formats.ts'

// The guide that people deploy by says what is: each name in it exists, and what has to be known of stands in it.
const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8')
const codeOf = (...patterns: string[]): string =>
  globSync(patterns, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map(read)
    .join('\n')
const found = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].flatMap((match) => match.slice(1).filter((name) => name !== undefined)))

const guide = read('docs/deploy.md')
const names = guide.slice(guide.indexOf('## 17. '))
const commands = [...guide.matchAll(/```sh\n([^]*?)```|`([^`\n]+)`/g)].map(
  ([, block, inline]) => block ?? inline ?? '',
)
const sql = codeOf('supabase/migrations/*.sql')

test('its sections are numbered without a gap', () => {
  const headings = [...guide.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number))
  expect(headings).toEqual(Array.from({ length: headings.length }, (_, index) => index + 1))
  for (const [, section] of guide.matchAll(/section (\d+)/g)) expect(headings).toContain(Number(section))
})

/** Of the system, of npm, and of this project's own processes among each other. */
const NOT_SETTINGS =
  /^(PATH|NODE_ENV|NODE_ENV_TEST|DEBIAN_FRONTEND|DATABASE_URL|MIRUTOMO_FOLLOW_PARENT|DENO_\w+|NO_\w+)$/
const FUNCTIONS = codeOf('supabase/functions/**/*.ts')
const BUILD = codeOf('src/**/*.{ts,tsx}', 'scripts/*.ts', 'vite.config.ts')
const START = codeOf(
  'supabase/local/**/*.ts',
  'scripts/start.mjs',
  'scripts/database-url.ts',
  'scripts/stripe/*.ts',
)
const READ_BY: [string, Set<string>][] = [
  ['functions', found(FUNCTIONS, /(?:Deno\.env\.get|required)\('([A-Z_]+)'\)/g)],
  ['the build', found(BUILD, /\b(VITE_[A-Z_]+)\b/g)],
  [
    'npm start',
    new Set([
      ...found(START, /\b(?:env|environment)(?:\.|\[')([A-Z][A-Z_]+)\b/g),
      ...[...START.matchAll(/const NAMES = \[([^\]]*)\]/g)].flatMap(([, list = '']) => [
        ...found(list, /'([A-Z_]+)'/g),
      ]),
      ...[...START.matchAll(/const \{([^}]*)\} = environment\b/g)].flatMap(([, list = '']) => [
        ...found(list, /([A-Z_]+):/g),
      ]),
    ]),
  ],
]

test.each(READ_BY)('it tells every name that %s read', (_reader, wanted) => {
  const settings = [...wanted].filter((name) => !NOT_SETTINGS.test(name))
  expect(settings.length).toBeGreaterThan(3)
  expect(settings.filter((name) => !names.includes(`\`${name}\``))).toEqual([])
})

test('it tells no name that nobody reads', () => {
  const all = [...found(names, /`([A-Z][A-Z_]+)`/g)]
  const everything = FUNCTIONS + BUILD + START
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter((name) => !new RegExp(`\\b${name}\\b`).test(everything))).toEqual([])
})

test('it tells every function, what calls it, and none besides', () => {
  const functions = globSync('supabase/functions/*/index.ts', { cwd: ROOT }).map((file) =>
    basename(dirname(file)),
  )
  expect(found(guide, /^\| `([a-z]+-[a-z-]+)` \|/gm)).toEqual(new Set(functions))
})

test('every npm script, file, folder and function of the database that it names is there', () => {
  const scripts = v.parse(
    v.object({ scripts: v.record(v.string(), v.string()) }),
    JSON.parse(read('package.json')),
  )
  for (const name of found(guide, /npm run ([\w:]+)/g)) expect(scripts.scripts).toHaveProperty([name])
  const files = new Set([
    ...found(guide, /`((?:docs|scripts|supabase|sync|tests)\/[\w./-]+)`/g),
    ...[...found(guide, /\]\((?!http)([^)#]+)\)/g)].map((link) => `docs/${link}`),
  ])
  expect(files.size).toBeGreaterThan(5)
  // The one that is made by who deploys
  files.delete('supabase/.env.production')
  expect([...files].filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([])
  for (const name of found(guide, /\b((?:private|public)\.\w+)\b/g))
    expect(sql, name).toMatch(new RegExp(`create (function|table) ${name.replace('.', '\\.')}\\b`))
})

test('it names every host that headers are written for, and the events that Stripe has to tell', () => {
  const [, told = ''] = /npm run headers -- (\w+\|[\w|]+)/.exec(guide) ?? []
  expect(told.split('|').toSorted()).toEqual(Object.keys(FORMATS).toSorted())
  for (const host of Object.keys(FORMATS)) expect(guide).toContain(`\n| ${host} | `)
  const [, list = ''] =
    /const OWN_EVENTS = \[([^\]]*)\]/.exec(read('supabase/local/stripe/endpoints.ts')) ?? []
  const events = found(list, /'([a-z_.]+)'/g)
  expect(events.size).toBeGreaterThan(10)
  expect(found(guide, /`((?:payment_intent|charge|refund|customer|invoice)\.[a-z_.]+)`/g)).toEqual(events)
})

test('it names the jobs, secrets and buckets that the migrations make', () => {
  const made = [
    ...found(sql, /cron\.schedule\('([\w-]+)'/g),
    ...found(sql, /^  \('(\w+)', '\w+', (?:true|false), \d+/gm),
  ].map((name) => `\`${name}\``)
  const secrets = [...found(sql, /decrypted_secrets where name = '(\w+)'/g)].map((name) => `'${name}'`)
  expect([made.length, secrets.length]).toEqual([5, 2])
  for (const name of [...made, ...secrets]) expect(guide).toContain(name)
})

test('its commands name the project where they change one', () => {
  const lines = commands.flatMap((text) => text.split('\n'))
  const changing = lines.filter((line) => /functions deploy|secrets set|config push/.test(line))
  expect(changing.length).toBeGreaterThan(3)
  for (const line of changing) expect(line).toContain('--remote=REF')
  // Without a target these are about a stack on this machine
  const local = lines.filter((line) => /supabase@latest (db|migration|storage|gen) /.test(line))
  expect(local.length).toBeGreaterThan(5)
  for (const line of local) expect(line).toContain('--remote')
})
