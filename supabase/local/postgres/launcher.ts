import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'

/** Runs PostgreSQL's programs, which refuse to run as root, whoever we are. */
export type Launcher = {
  spawn(file: string, args: readonly string[], stdio: StdioOptions): ChildProcess
  /** Makes a file or an empty folder the property of whoever the programs run as. */
  own(path: string): void
}

type Owner = { uid: number; gid: number }

const ROOT = 0
const NOBODY: Owner = { uid: 65534, gid: 65534 }
const MAPPED = ['--user', '--map-user=1000', '--map-group=1000', '--']
/** A session of its own: Ctrl-C in the terminal reaches the stack, which then stops PostgreSQL in order. */
const detached = true

/**
 * An ordinary user runs them directly. Root runs them as the owner of the data when that is somebody else; else in a user namespace in which
 * root is called 1000 (files stay root's) or, where namespaces are forbidden, as nobody.
 */
export function chooseLauncher(folder: string): Launcher {
  if (process.getuid?.() !== ROOT) {
    return { spawn: (file, args, stdio) => spawn(file, args, { stdio, detached }), own() {} }
  }
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (owner && owner.uid !== ROOT) return as({ uid: owner.uid, gid: owner.gid })
  if (spawnSync('unshare', [...MAPPED, 'true'], { stdio: 'ignore' }).status !== 0) return as(NOBODY)
  return {
    spawn: (file, args, stdio) => spawn('unshare', [...MAPPED, file, ...args], { stdio, detached }),
    own() {},
  }
}

function as({ uid, gid }: Owner): Launcher {
  return {
    spawn: (file, args, stdio) => spawn(file, args, { stdio, detached, uid, gid }),
    own: (path) => chownSync(path, uid, gid),
  }
}
