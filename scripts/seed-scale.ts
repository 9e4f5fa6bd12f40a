/**
 * `npm run seed:scale -- --videos 100000 --ratings 1000000 [--people N] [--messages N] [--notifications N] [--url DATABASE_URL]`: fills a
 * database for benchmarks. The same numbers give the same rows; running it again adds what is missing.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { runningStackUrl } from './database-url.ts'
import { fill, settle } from './scale/fill.ts'
import { type Scale, stagesOf } from './scale/stages.ts'

const USAGE =
  '使い方: npm run seed:scale -- --videos 100000 --ratings 1000000 [--people 人数] [--messages 件数] [--notifications 件数] [--url データベースのURL]'
/** Ratings, messages and notifications of one person when --people does not say how many there are. */
const ROWS_PER_PERSON = 500
const LEAST_VIDEOS = 40

process.exitCode = await main()

async function main(): Promise<0 | 1> {
  const command = readCommand()
  if (!command) return refuse(USAGE)
  const complaint = contradiction(command.scale)
  if (complaint !== undefined) return refuse(complaint)
  const url = command.url ?? (await runningStackUrl())
  if (url === undefined) {
    return refuse('データベースが見つかりません。npm start で起動するか、--url で指定してください。')
  }
  const client = new pg.Client(url)
  try {
    await client.connect()
    const started = performance.now()
    for (const stage of stagesOf(command.scale)) {
      await fill(client, stage, (done) => {
        console.log(`${seconds(started)} ${stage.name} ${count(done)} / ${count(stage.total)}`)
      })
    }
    await settle(client)
    console.log(`${seconds(started)} できました。`)
    return 0
  } catch (error) {
    return refuse(
      `途中で止まりました。もう一度実行すると続きから足します。 (${error instanceof Error ? error.message : String(error)})`,
    )
  } finally {
    await client.end()
  }
}

function readCommand(): { scale: Scale; url: string | undefined } | undefined {
  const number = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      options: {
        videos: number,
        ratings: number,
        people: number,
        messages: number,
        notifications: number,
        url: number,
      },
    })
    const whole = (text = '0'): number => {
      if (!/^\d{1,9}$/.test(text)) throw new TypeError(text)
      return Number(text)
    }
    const [videos, ratings, messages, notifications] = [
      whole(values.videos),
      whole(values.ratings),
      whole(values.messages),
      whole(values.notifications),
    ]
    const rows = Math.max(ratings, messages, notifications)
    const people = values.people === undefined ? Math.ceil(rows / ROWS_PER_PERSON) : whole(values.people)
    if (videos + people === 0) return undefined
    return { scale: { people, videos, ratings, messages, notifications }, url: values.url }
  } catch {
    return undefined
  }
}

/** Why these numbers do not go together. */
function contradiction({ people, videos, ratings, messages }: Scale): string | undefined {
  if (ratings > 0 && videos < LEAST_VIDEOS) return `評価には動画が${LEAST_VIDEOS}本以上必要です。`
  // On the way to prime numbers a few videos are left out.
  if (ratings > people * videos * 0.9) return '評価が多すぎます。人か動画を増やしてください。'
  if (messages > 0 && people < 3) return 'メッセージには3人以上必要です。'
  return undefined
}

function count(value: number): string {
  return value.toLocaleString('ja-JP')
}

function seconds(since: number): string {
  return `[${((performance.now() - since) / 1000).toFixed(1).padStart(6)}s]`
}

function refuse(message: string): 1 {
  console.error(message)
  return 1
}
