/**
 * `npm run restore -- FILE [--fresh]`: lays a file of `npm run backup` into a data folder (DATA_DIR, else .local) that holds no database; with --fresh what it holds is given up. `npm start` goes on from there.
 * Exit code: 0 it is there, 1 it is not.
 */
import { resolve } from 'node:path'
import { restoreBackup } from '../supabase/local/backup/restore-backup.ts'
import { StackRefusal } from '../supabase/local/refusal.ts'

const given = process.argv.slice(2)
const [file, ...others] = given.filter((argument) => argument !== '--fresh')
const dataDir = resolve(import.meta.dirname, '..', process.env['DATA_DIR'] || '.local')
process.exitCode = await main()

async function main(): Promise<0 | 1> {
  if (file === undefined || others.length > 0) {
    console.error('mirutomo: npm run restore -- FILE [--fresh]')
    return 1
  }
  try {
    const fresh = given.includes('--fresh')
    const { rows, files } = await restoreBackup({ dataDir, file: resolve(file), fresh })
    console.log(`${dataDir}: ${rows} rows, ${files} files / ${rows}行・${files}ファイルを復元しました。`)
    return 0
  } catch (error) {
    console.error(error instanceof StackRefusal ? `mirutomo: ${error.message}` : error)
    return 1
  }
}
