import { spawn } from 'node:child_process'

/** Waits for the end of its input, which comes when we end in whatever way, and then asks PostgreSQL to stop. */
const SCRIPT = 'trap "" INT TERM HUP; read -r _; kill -INT "$1" 2>/dev/null'

/** Sees to it that PostgreSQL does not outlive us, also when we are killed without warning. Returns how to let go of it. */
export function guard(pid: number): () => void {
  if (process.platform === 'win32') return () => {}
  const watcher = spawn('sh', ['-c', SCRIPT, 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  watcher.unref()
  return () => {
    watcher.kill('SIGKILL')
    watcher.stdin.destroy()
  }
}
