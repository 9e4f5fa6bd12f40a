import { GENRES } from '#domain/genres.ts'
import { AXES } from '#domain/rating.ts'
import { largestPrimeUpTo } from './prime.ts'
import { LATEST, minutesBefore, oneOf, personId, scattered, type Stage, videoYoutubeId } from './stage.ts'

export type Scale = {
  people: number
  videos: number
  ratings: number
  messages: number
  notifications: number
}

const YEARS_IN_MINUTES = 365 * 24 * 60
const MESSAGES_PER_CONVERSATION = 100
const SCORE = (salt: string): string => `(2 + ${scattered(salt, 9)}) / 2.0`

/** What has to be made, in this order. */
export function stagesOf(scale: Scale): Stage[] {
  const conversations = Math.ceil(scale.messages / MESSAGES_PER_CONVERSATION)
  return [
    people(scale.people),
    preferences(scale.people),
    videos(scale.videos),
    ratings(scale),
    conversationsOf(conversations, scale.people),
    messages(scale.messages, conversations),
    notifications(scale),
  ].filter(({ total }) => total > 0)
}

const people = (total: number): Stage => ({
  name: '人',
  table: 'auth.users',
  total,
  batchSize: 10_000,
  sql: `
    insert into auth.users (
      instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
      email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
    )
    select
      '00000000-0000-0000-0000-000000000000', ${personId('n')}, 'authenticated', 'authenticated', 'scale-' || n || '@mirutomo.test', '',
      ${LATEST}, '', '', '', '', '{"provider": "email", "providers": ["email"]}',
      jsonb_build_object('username', ${oneOf('name', ['あおい', 'ひろと', 'みゆ', 'そら', 'ゆうな', 'だいち', 'りこ', 'かなた'])} || n),
      ${LATEST}, ${LATEST}
    from generate_series($1::int, $2::int - 1) as n
    on conflict do nothing`,
})

/** Nobody is told of what is made here. */
const preferences = (total: number): Stage => ({
  name: '通知の設定',
  table: 'public.notification_preferences',
  total,
  batchSize: 50_000,
  sql: `
    insert into public.notification_preferences (user_id, in_app_notifications)
    select ${personId('n')}, false from generate_series($1::int, $2::int - 1) as n
    on conflict do nothing`,
})

const THINGS = [
  '猫',
  'カレー',
  '京都の路地',
  '深夜ラジオ',
  '量子コンピューター',
  '手描きアニメ',
  '朝ごはん',
  '登山',
  '新作ゲーム',
  '英会話',
]
const DEEDS = [
  'を一日追いかけてみた',
  'の作り方',
  'をわかりやすく解説',
  'で大失敗した話',
  '総集編',
  'を比べてみた',
  'の歴史',
  '完全版',
]
const CHANNELS = ['ひだまり', 'まいにち', 'かんがえる', 'となりの', 'よるの', 'みんなの']

const videos = (total: number): Stage => ({
  name: '動画',
  table: 'public.videos',
  total,
  batchSize: 10_000,
  sql: `
    insert into public.videos (youtube_id, title, channel_title, genre_id, published_at, duration, view_count)
    select
      ${videoYoutubeId('n')}, ${oneOf('thing', THINGS)} || ${oneOf('deed', DEEDS)} || ' #' || n,
      ${oneOf('channel', CHANNELS)} || 'チャンネル' || ${scattered('channel number', 500)}, ${oneOf(
        'genre',
        GENRES.map(({ id }) => id),
      )},
      ${minutesBefore('published', 10 * YEARS_IN_MINUTES)}, 30 + ${scattered('duration', 3_600)}, ${scattered('views', 5_000_000)}
    from generate_series($1::int, $2::int - 1) as n
    on conflict do nothing`,
})

/**
 * Every person rates equally many videos, six in ten of them from the most watched twentieth. Multiplying by a number and taking the
 * remainder by a prime visits each video once, so nobody rates one twice.
 */
function ratings({ ratings: total, people: persons, videos: catalogue }: Scale): Stage {
  const hot = largestPrimeUpTo(Math.max(2, Math.floor(catalogue / 20)))
  const cold = largestPrimeUpTo(Math.max(2, catalogue - hot))
  const hotShare = Math.min(hot, Math.floor(Math.ceil(total / Math.max(1, persons)) * 0.6))
  const visit = (salt: string, place: string, among: number): string =>
    `((1 + ${scattered(`${salt} step`, among - 1, 'person')})::bigint * (${place}) + ${scattered(`${salt} start`, among, 'person')}) % ${among}`
  const axes = AXES.map((axis) => SCORE(axis))
  return {
    name: '評価',
    table: 'public.video_ratings',
    total,
    batchSize: 50_000,
    sql: `
      insert into public.video_ratings (user_id, video_id, overall, ${AXES.join(', ')}, comment, edited_at, created_at)
      select
        ${personId('person')},
        ${videoYoutubeId(`case when place < ${hotShare} then ${visit('hot', 'place', hot)} else ${hot} + ${visit('cold', `place - ${hotShare}`, cold)} end`)},
        ${SCORE('overall')}, ${axes.join(', ')},
        case when ${scattered('talks', 10)} < 3 then ${oneOf('comment', COMMENTS)} || '（' || n || '）' else '' end,
        jsonb_build_object('overall', (extract(epoch from rated_at) * 1000)::bigint),
        rated_at
      from
        generate_series($1::int, $2::int - 1) as n,
        lateral (select n % ${persons} as person, n / ${persons} as place) as visit,
        lateral (select ${minutesBefore('rated', 3 * YEARS_IN_MINUTES)} as rated_at) as time
      order by 1, 2
      on conflict do nothing`,
  }
}

const COMMENTS = [
  'とても分かりやすかったです。',
  '音楽の使い方がよかった。',
  'もう少し短いと見やすいです。',
  '何度も見返しています。',
  '続きが気になります！',
  '途中で少し飽きてしまいました。',
]

/** The pair of conversation n: a person and the one so many places further on. */
const pair = (persons: number): string =>
  `lateral (select ${personId(`(n % ${persons})`)} as one, ${personId(`((n % ${persons} + 1 + n / ${persons}) % ${persons})`)} as other) as pair`

const conversationsOf = (total: number, persons: number): Stage => ({
  name: '会話',
  table: 'public.conversations',
  total,
  batchSize: 20_000,
  sql: `
    insert into public.conversations (id, user1_id, user2_id)
    select md5('scale conversation ' || n)::uuid, least(one, other), greatest(one, other)
    from generate_series($1::int, $2::int - 1) as n, ${pair(persons)}
    on conflict do nothing`,
})

const messages = (total: number, conversations: number): Stage => ({
  name: 'メッセージ',
  table: 'public.messages',
  total,
  batchSize: 20_000,
  sql: `
    insert into public.messages (id, conversation_id, sender_id, body, sent_at, created_at)
    select
      md5('scale message ' || n)::uuid, talk.id, case when ${scattered('speaker', 2)} = 0 then user1_id else user2_id end,
      ${oneOf('message', COMMENTS)}, (extract(epoch from written_at) * 1000)::bigint, written_at
    from
      generate_series($1::int, $2::int - 1) as n
      join public.conversations as talk on talk.id = md5('scale conversation ' || n % ${conversations})::uuid,
      lateral (select ${LATEST} - make_interval(mins => ${total} - n) as written_at) as time
    order by n
    on conflict do nothing`,
})

const notifications = ({ notifications: total, people: persons, videos: catalogue }: Scale): Stage => ({
  name: '通知',
  table: 'public.notifications',
  total,
  batchSize: 50_000,
  sql: `
    insert into public.notifications (id, user_id, type, title, message, priority, link, is_read, created_at)
    select
      md5('scale notification ' || n)::uuid, ${personId(`(n % ${persons})`)},
      ${oneOf('type', ['system', 'achievement', 'recommendation', 'new_video', 'milestone'])}, 'お知らせ #' || n, ${oneOf('news', COMMENTS)},
      ${oneOf('priority', ['high', 'medium', 'low'])}, '/video/' || ${videoYoutubeId(scattered('link', Math.max(1, catalogue)))},
      ${scattered('read', 4)} > 0, ${minutesBefore('told', YEARS_IN_MINUTES)}
    from generate_series($1::int, $2::int - 1) as n
    on conflict do nothing`,
})
