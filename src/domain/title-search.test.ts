import { expect, test } from 'vitest'
import { suggestionsIn, titleOf, titlesContaining } from './title-search.ts'

const video = (number: number, title: string, channel_title = `チャンネル${number}`) => ({
  youtube_id: `v${number}`,
  title,
  channel_title,
})
const SOME = [
  video(1, '猫の動画まとめ', 'ねこチャンネル'),
  video(2, '犬と暮らす', 'ネコチャンネル'),
  video(3, 'ＡＢＣ Cooking', 'キッチン'),
  video(4, 'ｶﾑﾊﾟﾈﾙﾗ MV', '米津'),
  video(5, '朝〜夜\nVlog', '旅'),
].map(titleOf)
const ids = (query: string) => titlesContaining(SOME, query).map(({ youtube_id }) => youtube_id)

test.each([
  ['猫', ['v1']],
  ['の', ['v1']],
  ['ネコ', ['v1', 'v2']],
  ['ねこ', ['v1', 'v2']],
  ['abc　ｃｏｏｋ', ['v3']],
  ['かむぱねるら', ['v4']],
  ['カムパネルラ  mv', ['v4']],
  ['津', ['v4']],
  // The end of a title and the beginning of its channel are not one text
  ['め ねこ', []],
  ['めねこ', []],
  ['鳥', []],
  ['朝～夜　vlog', ['v5']],
  ['\u200B', []],
])('%s finds %j', (query, found) => expect(ids(query)).toEqual(found))

test('of 10,000 videos every one is found by any part of its title or channel, and nothing else', () => {
  const words = ['猫', '料理', 'ゲーム実況', '旅', 'カムパネルラ', 'Ｖlog', 'ﾗｼﾞｵ', '音楽']
  const word = (number: number) => words[number % words.length] ?? ''
  const all = Array.from({ length: 10_000 }, (_, number) =>
    video(number, `${word(number)} 第${number}回`, `${word(number * 7 + 3)}ch`),
  )
  const titles = all.map(titleOf)
  for (const query of ['猫', '旅', '回', 'げーむ', 'ラジオ', 'vlog', '第9999回', '9', 'ch'])
    expect(titlesContaining(titles, query), query).toEqual(
      all.filter((one) => titlesContaining([titleOf(one)], query).length === 1),
    )
  expect(titlesContaining(titles, '第9999回')).toHaveLength(1)
  expect(titlesContaining(titles, '猫').length).toBeGreaterThan(1_250)
})

test('suggests channels first, then what begins with the query, each once', () => {
  const titles = [
    video(1, 'うちの猫', '猫の家'),
    video(2, '猫の一日', '猫の家'),
    video(3, '猫の一日', '別'),
    video(4, 'ネコ缶', '別'),
  ].map(titleOf)
  expect(suggestionsIn(titles, '猫').map(({ text }) => text)).toEqual(['猫の家', '猫の一日', 'うちの猫'])
  expect(suggestionsIn(titles, 'ねこ')).toEqual([{ kind: 'video', text: 'ネコ缶', youtubeId: 'v4' }])
  expect(suggestionsIn(titles, '　')).toEqual([])
  const many = Array.from({ length: 50 }, (_, number) => titleOf(video(number, `猫${number}`, `猫${number}`)))
  expect(suggestionsIn(many, '猫')).toHaveLength(6)
  const broken = titleOf(video(5, '朝\n夜', '旅'))
  expect(suggestionsIn([broken], '夜')).toEqual([{ kind: 'video', text: '朝\n夜', youtubeId: 'v5' }])
})
