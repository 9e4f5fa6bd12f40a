import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../gateway/ports.ts'
import { guard } from '../postgres/guard.ts'
import { denoBinary } from './deno-binary.ts'

export type FunctionProcess = {
  port: number
  pid: number
  exited: Promise<void>
  /** At once: what is under way in it fails. */
  kill(): Promise<void>
}

export class FunctionDidNotStart extends Error {}

type Options = {
  name: string
  entry: string
  env: Record<string, string>
  /** Where Deno keeps what it compiled. */
  cacheFolder: string
  bootTimeoutMs: number
  log: (line: string) => void
}

/**
 * Modules come from the disk alone: `npm:` from node_modules, bare names by the functions' deno.json, nothing from the network. A function may
 * read, use the network and see its environment, as in the hosted runtime; it may not write, nor run programs.
 */
const FLAGS = [
  'run',
  '--quiet',
  '--no-prompt',
  '--no-check',
  '--no-lock',
  '--node-modules-dir=manual',
  '--cached-only',
  '--no-remote',
  '--allow-net',
  '--allow-env',
  '--allow-read',
  '--allow-sys',
  '--v8-flags=--max-old-space-size=128',
]

/** Of our own environment a function gets only what reaching the network and reading text may need. */
const INHERITED =
  /^(PATH|HOME|LANG|LC_ALL|TZ|TMPDIR|SYSTEMROOT|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|DENO_CERT|DENO_TLS_CA_STORE|HTTPS?_PROXY|https?_proxy)$/

/** Runs a function's file in Deno, which serves it on a port of its own; resolves once it listens. */
export async function startFunctionProcess(options: Options): Promise<FunctionProcess> {
  const { name, entry, log } = options
  const port = await freePort()
  const child = spawn(denoBinary(), [...FLAGS, entry], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(options, port),
  })
  tell(child, (line) => log(`function ${name}: ${line}`))
  const { pid } = child
  if (pid === undefined) {
    const [error] = await once(child, 'error')
    throw new FunctionDidNotStart(String(error))
  }
  let running = true
  const release = guard(pid)
  const exited = once(child, 'exit').then(() => {
    running = false
    release()
  })
  const kill = async (): Promise<void> => {
    if (running) child.kill('SIGKILL')
    await exited
  }
  for (const deadline = Date.now() + options.bootTimeoutMs; running; await sleep(15)) {
    if (await accepts(port)) return { port, pid, exited, kill }
    if (Date.now() > deadline) await kill()
  }
  throw new FunctionDidNotStart(`${entry} ended before it listened`)
}

function environmentOf({ env, cacheFolder }: Options, port: number): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && INHERITED.test(name) ? [[name, value] as const] : [],
  )
  return {
    ...Object.fromEntries(inherited),
    NO_PROXY: 'localhost,127.0.0.1,::1',
    NO_COLOR: '1',
    ...env,
    DENO_DIR: cacheFolder,
    DENO_NO_UPDATE_CHECK: '1',
    DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
  }
}

function tell(child: ChildProcess, line: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', line)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
