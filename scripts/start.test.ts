import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A project of no content: its npm writes down what it is asked, its Node says what it is asked to run. */
let project: string

const LOCK = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha-a' },
    'node_modules/other-machine': { version: '1.0.0', integrity: 'sha-o', optional: true },
  },
}
const NPM = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
  const [command, script] = process.argv.slice(2)
  appendFileSync('npm.log', command === 'run' ? 'run ' + script + '\\n' : command + '\\n')
  if (process.env.NPM_FAILS === command) process.exit(7)
  if (script === 'build') { mkdirSync('dist', { recursive: true }); writeFileSync('dist/index.html', '') }
`
/** \`sleep\` as the last argument: stays until a signal comes, and tells which. */
const NODE = `#!/bin/sh
echo "ran: $*"
case "$*" in
  *fail) exit 9 ;;
  *sleep) trap 'echo got TERM; exit 0' TERM; echo waiting; while :; do sleep 0.05; done ;;
esac
`

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'ミルトモ start '))
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(project, path, '..'), { recursive: true })
    await writeFile(join(project, path), text)
  }
  await cp(join(import.meta.dirname, 'start.mjs'), join(project, 'scripts', 'start.mjs'))
  await write('npm.js', NPM)
  await write('package.json', '{"type":"module"}')
  await write('package-lock.json', JSON.stringify(LOCK))
  await write(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: { 'node_modules/a': LOCK.packages['node_modules/a'] } }),
  )
  await write('node_modules/a/package.json', '{}')
  await write('node_modules/.bin/node', NODE)
  await chmod(join(project, 'node_modules/.bin/node'), 0o755)
  await write('index.html', '<html></html>')
  await write('src/main.tsx', 'one')
})
afterEach(() => rm(project, { recursive: true }))

type Run = { code: number; said: string; npm: string[] }
type How = {
  env?: Record<string, string>
  withoutExecve?: boolean
  onSaid?: (said: string, pid: number) => void
}

async function start(
  args: string[] = [],
  { env = {}, withoutExecve = false, onSaid }: How = {},
): Promise<Run> {
  const preload = withoutExecve ? ['--import', 'data:text/javascript,delete process.execve'] : []
  const { npm_lifecycle_event: _, ...rest } = process.env
  const child = spawn(process.execPath, [...preload, join(project, 'scripts', 'start.mjs'), ...args], {
    env: { ...rest, npm_execpath: join(project, 'npm.js'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (chunk: Buffer): void => {
    said += String(chunk)
    onSaid?.(said, child.pid ?? 0)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const [code] = await once(child, 'close')
  const log = await readFile(join(project, 'npm.log'), 'utf8').catch(() => '')
  await rm(join(project, 'npm.log'), { force: true })
  return { code, said, npm: log.split('\n').filter(Boolean) }
}

test('installed and built: nothing is done again, the command is run with its arguments', async () => {
  expect((await start()).npm).toEqual(['run build'])
  const { code, said, npm } = await start(['--fresh'])
  expect(npm).toEqual([])
  expect(said).toBe('ran: supabase/local/main.ts --fresh\n')
  expect(code).toBe(0)
})

test.each([
  ['no node_modules', () => rm(join(project, 'node_modules/.package-lock.json'))],
  ['a package that is gone', () => rm(join(project, 'node_modules/a'), { recursive: true })],
  [
    'a lockfile that names another version',
    async () => {
      const lock = {
        packages: { ...LOCK.packages, 'node_modules/a': { version: '1.0.1', integrity: 'sha-b' } },
      }
      await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock))
    },
  ],
  [
    'a lockfile that names one more',
    async () => {
      const lock = { packages: { ...LOCK.packages, 'node_modules/b': { version: '1.0.0' } } }
      await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock))
    },
  ],
])('installs when there is %s', async (_, change) => {
  await change()
  expect((await start()).npm[0]).toBe('install')
})

test.each([
  ['a source', () => writeFile(join(project, 'src/main.tsx'), 'two')],
  ['a new source', () => writeFile(join(project, 'src/other.ts'), '')],
  ['the lockfile', () => writeFile(join(project, 'package-lock.json'), `${JSON.stringify(LOCK)}\n`)],
  ['the build, which is gone', () => rm(join(project, 'dist'), { recursive: true })],
])('builds again after a change of %s', async (_, change) => {
  await start()
  await change()
  expect((await start()).npm).toEqual(['run build'])
})

test('a changed test or a touched file is no reason to build', async () => {
  await start()
  await writeFile(join(project, 'src/main.test.tsx'), 'expect')
  await writeFile(join(project, 'src/main.tsx'), 'one')
  expect((await start()).npm).toEqual([])
})

test('npm run dev does not build; npm test runs the tests', async () => {
  expect(await start(['--dev'])).toMatchObject({ npm: [], said: 'ran: supabase/local/main.ts --dev\n' })
  expect((await start(['--test', 'unit'])).said).toContain('ran: scripts/test.ts unit\n')
})

test.each([
  ['install', () => rm(join(project, 'node_modules/a'), { recursive: true })],
  ['run', async () => {}],
])('a failing "npm %s" is told in one sentence and nothing is run', async (command, prepare) => {
  await prepare()
  const { code, said } = await start([], { env: { NPM_FAILS: command } })
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`mirutomo: "npm ${command}[^\n]*failed \\(exit code 7\\)`))
  expect(said).not.toContain('ran:')
})

test.each([true, false])(
  'exit code and signals pass (a Node that cannot exec: %s)',
  async (withoutExecve) => {
    await start()
    expect((await start(['fail'], { withoutExecve })).code).toBe(9)
    let sent = false
    const stopped = await start(['sleep'], {
      withoutExecve,
      onSaid(said, pid) {
        if (sent || !said.includes('waiting')) return
        sent = true
        process.kill(pid, 'SIGTERM')
      },
    })
    expect(stopped).toMatchObject({ code: 0, said: expect.stringContaining('got TERM') })
  },
)

test('the tools of node_modules come first, whatever PATH says', async () => {
  await writeFile(join(project, 'node_modules/.bin/node'), '#!/bin/sh\necho "$PATH"\n')
  const { said } = await start(['--dev'])
  expect(said.split(delimiter)[0]).toBe(join(project, 'node_modules', '.bin'))
})
