import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StackRefusal } from '../refusal.ts'

/** A stack that says it is up is given this long to learn that its npm is gone; one that is starting or stopping, the longer time. */
const PATIENCE_MS = { up: 600, changing: 6_000 }

export type Lock = { release(): void }

/**
 * Takes the data folder for this process. The operating system holds the lock (SQLite's, on an empty file), so it ends with the process,
 * however that ends: there is no stale lock to judge. `holder.pid` beside it only tells people who holds it.
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const holder = join(dataDir, 'holder.pid')
  for (let waited = 0; ; waited += 100) {
    const lock = tryLock(join(dataDir, 'lock'))
    if (lock) {
      writeFileSync(holder, `${process.pid}\n`)
      return {
        release() {
          rmSync(holder, { force: true })
          lock.close()
        },
      }
    }
    const isUp = existsSync(join(dataDir, 'stack.json'))
    if (waited >= (isUp ? PATIENCE_MS.up : PATIENCE_MS.changing)) {
      const pid = readPid(holder)
      throw new StackRefusal(
        `Mirutomo is already running on ${dataDir}${pid ? ` (pid ${pid})` : ''}; stop it first or choose another DATA_DIR. / このデータフォルダーは使用中です。先に停止するか、別の DATA_DIR を指定してください。`,
      )
    }
    await sleep(100)
  }
}

/** SQLite's "somebody else has it". */
const SQLITE_BUSY = 5

function tryLock(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('begin exclusive')
    return database
  } catch (cause) {
    database?.close()
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) return undefined
    throw new StackRefusal(
      `${file} cannot be written; choose another DATA_DIR or correct its permissions. / データフォルダーに書き込めません。DATA_DIR を変えるか、権限を直してください。`,
      { cause },
    )
  }
}

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
