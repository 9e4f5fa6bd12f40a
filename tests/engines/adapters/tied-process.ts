import { spawn, type ChildProcess, type IOType } from 'node:child_process'

export type TiedProcess = { process: ChildProcess; end: () => Promise<void> }

/** Starts a command that ends with this process, also when this one is killed: a shell ends it when its standard input closes. */
export function startTied(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  outputs: IOType[],
): TiedProcess {
  const shell: ChildProcess = spawn('sh', ['-c', '"$@" & read -r _; kill $!; wait', 'sh', ...command], {
    env,
    stdio: ['pipe', ...outputs],
  })
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  return {
    process: shell,
    end() {
      shell.stdin?.end()
      return ended
    },
  }
}
