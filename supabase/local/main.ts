/** The command behind `npm start`: brings the stack up, says where it is, and takes it down in order. */
import { join, resolve } from 'node:path'
import { readCommandLine, type Command } from './command-line.ts'
import { StackRefusal } from './refusal.ts'
import { startStack, type Stack } from './stack.ts'
import { welcome } from './welcome.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
/** Stopping takes so long at most; then the process ends, and PostgreSQL, which loses nothing that was acknowledged, after it. */
const STOP_LIMIT_MS = 4_500
const PARENT_CHECK_MS = 100

const stopping = new AbortController()
let running: Stack | undefined

process.exitCode = await run()

async function run(): Promise<number> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => beginStop(0))
  process.on('unhandledRejection', (reason) => console.error(reason))
  process.on('uncaughtException', (error) => {
    console.error(error)
    beginStop(1)
  })
  if (process.env['MIRUTOMO_FOLLOW_PARENT'] === '1') followParent()
  const startedAt = performance.now()
  try {
    const command = readCommandLine(process.argv.slice(2), process.env, join(ROOT, '.local'))
    running = await startStack({ ...command, serveWeb: !command.dev, signal: stopping.signal })
    const closeDev = command.dev ? await openDev(running, command) : undefined
    console.log(welcome(running.addresses, command.dataDir, performance.now() - startedAt))
    const reason = await Promise.race([running.crashed.then(() => 'crash'), aborted()])
    if (reason === 'crash') {
      console.error(
        `The database ended unexpectedly; see ${join(command.dataDir, 'postgres.log')}. / データベースが予期せず終了しました。`,
      )
    }
    await closeDev?.()
    await running.stop()
    return reason === 'crash' ? 1 : Number(stopping.signal.reason)
  } catch (error) {
    if (stopping.signal.aborted) return Number(stopping.signal.reason)
    console.error(error instanceof StackRefusal ? `mirutomo: ${error.message}` : error)
    return 1
  }
}

function beginStop(code: number): void {
  if (stopping.signal.aborted) return
  stopping.abort(code)
  setTimeout(() => {
    console.error(
      'mirutomo: stopping took too long and was cut short. / 停止に時間がかかったため打ち切りました。',
    )
    process.exit(1)
  }, STOP_LIMIT_MS).unref()
}

function aborted(): Promise<'asked'> {
  const { signal } = stopping
  return new Promise((resolve) => {
    if (signal.aborted) resolve('asked')
    else signal.addEventListener('abort', () => resolve('asked'), { once: true })
  })
}

/** Under npm, whose signals may not reach us: when it is gone, we go. */
function followParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) beginStop(0)
  }, PARENT_CHECK_MS).unref()
}

async function openDev(stack: Stack, { webPort }: Command): Promise<() => Promise<void>> {
  const { openDevServer } = await import('./web/dev-server.ts')
  return openDevServer(ROOT, webPort, stack.environment)
}
