import { expect, test } from 'vitest'
import { footerColumns, PROFILE_NAV, SIDE_MENU_SIGNED_IN, SIDE_MENU_SIGNED_OUT } from './menu.ts'

const linksOf = (column: string, signedIn: boolean, isCreator: boolean): string[] =>
  footerColumns(signedIn, { isCreator })
    .filter(({ title }) => title === column)
    .flatMap(({ links }) => links.flatMap((link) => ('to' in link ? link.to : [])))

test("the creator's dashboard is in the footer of creators alone; everybody else is led to where one registers", () => {
  const [dashboard, register] = ['/youtuber/dashboard', '/youtuber/register']
  expect(linksOf('クリエイター', true, true)).toContain(dashboard)
  expect(linksOf('クリエイター', true, true)).not.toContain(register)
  for (const signedIn of [true, false]) {
    expect(linksOf('クリエイター', signedIn, false)).toContain(register)
    expect(linksOf('クリエイター', signedIn, false)).not.toContain(dashboard)
  }
})

test('a visitor finds in the side menu where creators register', () => {
  expect(SIDE_MENU_SIGNED_OUT.map(({ label }) => label)).toEqual([
    'ホーム',
    'ログイン',
    '新規登録',
    'YouTuber登録',
    'ヘルプ',
  ])
})

test('one place has one name, in every menu and in the footer', () => {
  const entries = [...SIDE_MENU_SIGNED_IN, ...PROFILE_NAV]
  const names = (to: string) => new Set(entries.filter((entry) => entry.to === to).map(({ label }) => label))
  expect(names('/profile/reviews')).toEqual(new Set(['レビュー履歴']))
  expect(names('/matching')).toEqual(new Set(['おすすめの人']))
})

test.each([{ menu: SIDE_MENU_SIGNED_IN }, { menu: PROFILE_NAV }])(
  'no two entries of a menu have the same picture',
  ({ menu }) => {
    const icons = menu.map(({ icon }) => icon)
    expect(icons).toEqual([...new Set(icons)])
  },
)

test('help is in every side menu, for screens without a footer', () => {
  for (const menu of [SIDE_MENU_SIGNED_IN, SIDE_MENU_SIGNED_OUT])
    expect(menu.map(({ to }) => to)).toContain('/help')
})

test('support is in the footer of everybody', () => {
  for (const signedIn of [true, false]) {
    expect(linksOf('サポート', signedIn, false)).toEqual([
      '/help',
      '/faq',
      '/contact',
      '/report',
      '/legal/commerce',
    ])
    expect(linksOf('サービス', signedIn, false)).toContain('/about')
  }
})
