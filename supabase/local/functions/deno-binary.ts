import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StackRefusal } from '../refusal.ts'

/** Deno itself, out of the npm package for this machine: its install script, which would only copy it, need not have run. */
export function denoBinary(): string {
  const target = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  const file = process.platform === 'win32' ? 'deno.exe' : 'deno'
  try {
    const deno = createRequire(createRequire(import.meta.url).resolve('deno/package.json'))
    const binary = join(dirname(deno.resolve(`${target}/package.json`)), file)
    if (existsSync(binary)) return binary
  } catch {
    // Told below.
  }
  throw new StackRefusal(
    `Deno for this machine (${target}) is not installed. Run "npm ci". / このマシン用の Deno がありません。npm ci を実行してください。`,
  )
}
