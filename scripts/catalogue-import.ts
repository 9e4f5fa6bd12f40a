/**
 * `npm run catalogue:import -- FILE [--url DATABASE_URL]`: videos from a JSON array or a CSV file with the columns youtube_id, title,
 * channel_title, published_at, duration_s, genre (others are ignored). Exit code: 0 all went in, 1 some rows did not, 2 nothing was done.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { collect, type Remark } from './catalogue/collect.ts'
import { decode, UnreadableFileError } from './catalogue/decode.ts'
import { importVideos } from './catalogue/import-videos.ts'
import { readEntries } from './catalogue/read-file.ts'
import { runningStackUrl } from './database-url.ts'

const USAGE = '使い方: npm run catalogue:import -- ファイル(.json または .csv) [--url データベースのURL]'

process.exitCode = await main()

async function main(): Promise<0 | 1 | 2> {
  const command = readCommand()
  if (!command) return refuse(USAGE)
  const bytes = await readFile(command.file).catch(() => undefined)
  if (!bytes) return refuse(`${command.file} を読めません。`)
  const url = command.url ?? (await runningStackUrl())
  if (url === undefined) {
    return refuse('データベースが見つかりません。npm start で起動するか、--url で指定してください。')
  }
  try {
    const { videos, errors, notes } = collect(readEntries(decode(bytes), command.format))
    print('注意', notes)
    print('エラー', errors)
    const { inserted, updated, unchanged } = await withClient(url, (client) => importVideos(client, videos))
    const count = (value: number, what: string) => `${value.toLocaleString('ja-JP')} 件${what}`
    console.log(
      [
        count(inserted, '登録'),
        count(updated, '更新'),
        count(unchanged, '変更なし'),
        count(errors.length, 'エラー'),
      ].join(', '),
    )
    return errors.length === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof UnreadableFileError) return refuse(`${command.file}: ${error.message}`)
    return refuse(
      `取り込めませんでした。何も変わっていません。 (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function readCommand(): { file: string; format: 'json' | 'csv'; url: string | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: { url: { type: 'string' } },
      allowPositionals: true,
    })
    const [file] = positionals
    const format = file?.toLowerCase().match(/\.(json|csv)$/)?.[1]
    if (file === undefined || positionals.length > 1 || (format !== 'json' && format !== 'csv'))
      return undefined
    return { file, format, url: values.url }
  } catch {
    return undefined
  }
}

function print(kind: string, remarks: readonly Remark[]): void {
  for (const { line, message } of remarks) console.error(`${kind} ${line}行目: ${message}`)
}

function refuse(message: string): 2 {
  console.error(message)
  return 2
}
