/** `npm run backup -- FILE`: everything that the running stack (DATA_DIR, else .local) holds, into one file. Exit code: 0 it is written, 1 it is not. docs/deploy.md says how often and where to. */
import { resolve } from 'node:path'
import { writeBackup } from '../supabase/local/backup/write-backup.ts'
import { StackRefusal } from '../supabase/local/refusal.ts'

const [file, ...others] = process.argv.slice(2)
const dataDir = resolve(import.meta.dirname, '..', process.env['DATA_DIR'] || '.local')
process.exitCode = await main()

async function main(): Promise<0 | 1> {
  if (file === undefined || others.length > 0) {
    console.error('mirutomo: npm run backup -- FILE')
    return 1
  }
  try {
    const { rows, files } = await writeBackup(dataDir, resolve(file))
    console.log(`${file}: ${rows} rows, ${files} files / ${rows}行・${files}ファイルを保存しました。`)
    return 0
  } catch (error) {
    console.error(error instanceof StackRefusal ? `mirutomo: ${error.message}` : error)
    return 1
  }
}
