import { GENRES } from '../../src/domain/genres.ts'

const SUBJECTS = [
  'ゲーム実況',
  'VTuber歌枠',
  '作業用BGM',
  '一人暮らしの夕飯',
  '日帰り旅',
  '猫の寝息',
  '英会話',
  'ギター弾き語り',
]
const TURNS = ['はじめての', '三日ぶりの', '雨の日の', 'ほぼ無編集の', '視聴者さんと', '深夜の']
/** As long as the longest real ones. */
const LONG = '【長い題名】途中で切れても何の動画か分かるように、いちばん大事なことは先に書いておきます'
const FIRST_DAY = Date.UTC(2018, 0, 1)
const DAY_MS = 86_400_000

/** Videos that nobody made, as `npm run catalogue:import` reads them; the same every time. */
export const madeCatalogue = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, number) => {
    const subject = SUBJECTS[number % SUBJECTS.length] ?? ''
    const turn = TURNS[number % TURNS.length] ?? ''
    return {
      youtube_id: `made${String(number).padStart(7, '0')}`,
      title: `${number % 40 === 0 ? LONG : ''}${turn}${subject} 第${number + 1}回`,
      channel_title: `${subject}のチャンネル${number % 97}`,
      published_at: new Date(FIRST_DAY + (number % 2_800) * DAY_MS).toISOString(),
      duration_s: number % 5 === 0 ? null : 30 + ((number * 37) % 5_000),
      genre: GENRES[number % GENRES.length]?.id ?? null,
    }
  })
