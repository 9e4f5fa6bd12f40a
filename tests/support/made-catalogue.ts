import { GENRES } from '../../src/domain/genres.ts'
import { randomFor } from '../../supabase/seed/random.ts'

const SUBJECTS = [
  'ゲーム実況',
  'VTuber歌枠',
  '作業用BGM',
  'ひとりの夕飯',
  '日帰り旅',
  '猫の寝息',
  '英会話',
  '弾き語り',
]
const TURNS = ['はじめての', '三日ぶりの', '雨の日の', 'ほぼ無編集の', '視聴者さんと', '深夜の']
/** As long as the longest real ones. */
const LONG = '【長い題名】途中で切れても何の動画か分かるように、いちばん大事なことは先に書いておきます'
/** What a title says besides: no shorter on a disk for being alike. */
const WORDS =
  '春夏秋冬朝昼夜空海山川森道駅町島橋雪雨風花鳥月星声音光色味夢旅友家窓庭鍋米魚肉茶酒本絵歌踊走泳登釣編縫磨洗焼煮蒸揚割混盛並選比試直作変使学教話聞読書見食飲歩'
const SUBTITLE_LENGTH = 30
const FIRST_DAY = Date.UTC(2018, 0, 1)
const DAYS = 2_800
const DAY_MS = 86_400_000

/** Videos that nobody made, as `npm run catalogue:import` reads them; the same every time. */
export function madeCatalogue(count: number): Record<string, unknown>[] {
  const random = randomFor('made catalogue')
  const words = Array.from(WORDS)
  return Array.from({ length: count }, (_, number) => {
    const subject = random.pick(SUBJECTS)
    const subtitle = Array.from({ length: SUBTITLE_LENGTH }, () => random.pick(words)).join('')
    return {
      youtube_id: `made${String(number).padStart(7, '0')}`,
      title: `${random.chance(0.03) ? LONG : ''}${random.pick(TURNS)}${subject} 第${number + 1}回 ${subtitle}`,
      channel_title: `${subject}のチャンネル${random.integer(1, 300)}`,
      published_at: new Date(FIRST_DAY + random.integer(0, DAYS) * DAY_MS).toISOString(),
      duration_s: random.chance(0.2) ? null : random.integer(30, 5_000),
      genre: random.pick(GENRES).id,
    }
  })
}
