// Behind `npm start`, `npm run dev` (--dev) and `npm test` (--test). Runs under whatever Node there is, from 20 on, before anything is
// installed: no dependencies, no TypeScript. Installs what is missing, builds what is stale, then hands over to the Node of node_modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const BIN = join(ROOT, 'node_modules', '.bin')
const OWN_NODE = join(BIN, process.platform === 'win32' ? 'node.cmd' : 'node')
const NODE_MAJOR = 24
const STAMP = join(ROOT, 'dist', '.built-from')
const BUILT_FROM = [
  'src',
  'sync',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/build-budgets.ts',
  'scripts/budgets',
  'scripts/left-out',
  'scripts/first-paint.ts',
  'scripts/asking.ts',
  'scripts/outdated-browser.ts',
  'scripts/build-worker.ts',
  'scripts/worker-build.ts',
  'scripts/build-headers.ts',
  'scripts/check-browsers.ts',
  'scripts/browsers',
  'scripts/check-secrets.ts',
  'scripts/build-compressed.ts',
  'scripts/secrets',
  'supabase/local/web/inline-blocks.ts',
  'scripts/keep-releases.ts',
  'scripts/releases.ts',
  'package.json',
  'package-lock.json',
]

process.chdir(ROOT)
const args = process.argv.slice(2)
const isTest = args[0] === '--test'
if (!isInstalled()) install()
if (!args.includes('--dev')) buildWhatIsStale()
handOver(isTest ? ['scripts/test.ts', ...args.slice(1)] : ['supabase/local/main.ts', ...args])

/**
 * By the lockfile and without changing it. Not `npm ci`: that refuses a lockfile which does not list the builds of optional packages for every
 * other machine. Install scripts are not needed: what they would prepare, the stack prepares itself.
 */
function install() {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  npm(['install', '--no-save', '--ignore-scripts', ...quiet], 'Installing / インストールしています…')
}

/** Is everything there that the lockfile names for this machine, in that version? */
function isInstalled() {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages
  const installed = readJson(join(ROOT, 'node_modules', '.package-lock.json'))?.packages
  if (!wanted || !installed || !nodeToRun()) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional, peer }]) => {
    if (path === '') return true
    const found = installed[path]
    // What is only for other machines, or only somebody's peer, is rightly absent.
    if (!found) return Boolean(optional || devOptional || peer)
    return (
      found.version === version &&
      found.integrity === integrity &&
      existsSync(join(ROOT, path, 'package.json'))
    )
  })
}

function buildWhatIsStale() {
  if (!existsSync(join(ROOT, 'index.html'))) return
  const state = contentOf(BUILT_FROM)
  if (existsSync(join(ROOT, 'dist', 'index.html')) && readText(STAMP) === state) return
  npm(['run', 'build'], 'Building / ビルドしています…')
  writeFileSync(STAMP, state)
}

/** A hash of the names and contents of these files and folders. */
function contentOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path) || /\.test\.tsx?$/.test(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else {
      hash.update(path).update('\0').update(readFileSync(path)).update('\0')
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

function npm(command, announcement) {
  console.log(announcement)
  const path = process.env.npm_execpath
  const [file, before] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []]
  const { status, error } = spawnSync(file, [...before, ...command], { stdio: 'inherit', env: environment() })
  if (status === 0) return
  const reason = error ? error.message : `exit code ${status}`
  refuse(`"npm ${command.join(' ')}" failed (${reason}); its output is above. / 上の出力をご覧ください。`)
}

/** The tools of node_modules first, its Node among them; no user settings that would leave the development tools out. */
function environment() {
  const { NODE_ENV: _, ...rest } = process.env
  const separator = process.platform === 'win32' ? ';' : ':'
  const follows = Boolean(process.env.npm_lifecycle_event)
  return {
    ...rest,
    PATH: `${BIN}${separator}${process.env.PATH ?? ''}`,
    npm_config_include: 'dev',
    ...(follows ? { MIRUTOMO_FOLLOW_PARENT: '1' } : {}),
  }
}

/** The Node of node_modules; where there is none for this machine, the one that runs this if it is new enough. */
function nodeToRun() {
  if (existsSync(OWN_NODE)) return OWN_NODE
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR ? process.execPath : undefined
}

/** Becomes the command where this Node can do that; else stays as its parent and passes signals and the exit code on. */
function handOver(command) {
  const node = nodeToRun()
  if (!node)
    refuse(
      `Node ${NODE_MAJOR} is needed and not to be had for this machine from npm. / Node ${NODE_MAJOR} 以降が必要です。`,
    )
  if (typeof process.execve === 'function') {
    process.removeAllListeners('warning')
    process.execve(node, ['node', ...command], environment())
  }
  // Order matters: a signal that came before would end this process alone
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const child = spawn(node, command, {
    stdio: 'inherit',
    env: { ...environment(), MIRUTOMO_FOLLOW_PARENT: '1' },
  })
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 100).unref()
  }
  child.on('error', (error) => refuse(error.message))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readJson(path) {
  try {
    return JSON.parse(readText(path) ?? '')
  } catch {
    return undefined
  }
}

function refuse(sentence) {
  console.error(`mirutomo: ${sentence}`)
  process.exit(1)
}
