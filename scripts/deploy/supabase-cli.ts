import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Runs the CLI without a terminal; resolves to all that it said, rejects where it fails. */
export type Cli = (args: readonly string[]) => Promise<string>

/** The newest Supabase CLI, which npx fetches, on the project in a folder. */
export function supabaseCli(workdir: string): Cli {
  return async (args) => {
    const { stdout, stderr } = await run('npx', ['--yes', 'supabase@latest', ...args, '--workdir', workdir], {
      cwd: workdir,
      maxBuffer: MAX_OUTPUT_BYTES,
    })
    return stdout + stderr
  }
}
