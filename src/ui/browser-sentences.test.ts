// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { actAs } from '../../tests/support/act-as.ts'
import {
  howToInstall,
  keepingRefused,
  pushesArrive,
  whenSent,
  whileOffline,
  whileSending,
} from './browser-sentences.ts'

test.each([
  'Safari on an iPhone',
  'the app on an iPhone',
  'Firefox on a laptop',
  'Firefox on Android',
] as const)('nobody is promised that %s sends while it is closed', (name) => {
  actAs(name)
  for (const sentence of [whileSending(), whileOffline(), whenSent()]) {
    expect(sentence).toContain('次に開いたときに')
    expect(sentence).not.toMatch(/閉じても|閉じていても/)
  }
})

test.each(['Chrome on a laptop', 'the app of Chrome'] as const)('%s may be closed while it sends', (name) => {
  actAs(name)
  expect(whileSending()).toBe('この画面を閉じてもかまいません。')
  expect(whenSent()).toContain('閉じていても')
})

test('only where the browser is as good as the app it is said to be the same', () => {
  const same = 'ブラウザのままでも同じ'
  actAs('Chrome on Android')
  expect(howToInstall()).toContain(same)
  actAs('Safari on an iPhone')
  expect(howToInstall()).not.toContain(same)
  expect(howToInstall()).toMatch(/共有ボタン.*1週間.*プッシュ通知/)
  actAs('Safari on a Mac')
  expect(howToInstall()).toMatch(/Dock.*1週間/)
  expect(howToInstall()).not.toContain('プッシュ通知')
  actAs('Firefox on a laptop')
  expect(howToInstall()).toContain('インストールの機能がありません')
})

test('pushes are promised to the app alone on an iPhone', () => {
  actAs('Safari on an iPhone')
  expect(pushesArrive()).toContain('ホーム画面に追加したアプリ')
  actAs('Chrome on Android')
  expect(pushesArrive()).toContain('端末のブラウザ')
})

test('a refusal to keep the data names what helps in that browser', () => {
  actAs('Firefox on a laptop')
  expect(keepingRefused()).toContain('サイトの設定')
  actAs('Safari on an iPhone')
  expect(keepingRefused()).toContain('アプリとして追加')
})
