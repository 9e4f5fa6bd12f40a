// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#app/app.ts'
import {
  accountMenu,
  ADMIN_MENU,
  ADMIN_NAV,
  BOTTOM_NAV,
  footerColumns,
  PROFILE_NAV,
  SIDE_MENU_CREATOR,
  SIDE_MENU_SIGNED_IN,
  SIDE_MENU_SIGNED_OUT,
} from '#app/menu.ts'
import { ADDRESSES, type Pattern } from '../../tests/support/addresses.ts'
import { createAppRouter } from './router.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})

/** Spec §2, as its table and its list of profile pages have them: address, who may, and the pattern that serves it. */
const SPECIFIED: [address: string, who: string, pattern: Pattern][] = [
  ['/', 'everybody', '/'],
  ['/signup', 'visitor', '/signup'],
  ['/login', 'visitor', '/login'],
  ['/reset-password', 'everybody', '/reset-password'],
  ['/search', 'everybody', '/search'],
  ['/genre/{slug}', 'everybody', '/genre/$slug'],
  ['/video/{videoId}', 'everybody', '/video/$videoId'],
  ['/events', 'everybody', '/events'],
  ['/events/{id}', 'everybody', '/events/$eventId'],
  ['/events/new', 'viewer', '/events/new'],
  // For the organizer alone; the seed's is creator@
  ['/events/{id}/edit', 'creator', '/events/$eventId/edit'],
  ['/help', 'everybody', '/help'],
  ['/contact', 'everybody', '/contact'],
  ['/faq', 'everybody', '/faq'],
  ['/report', 'everybody', '/report'],
  ['/about', 'everybody', '/about'],
  ['/profile', 'viewer', '/profile'],
  ['/profile/favorites', 'viewer', '/profile/favorites'],
  ['/profile/reviews', 'viewer', '/profile/reviews'],
  ['/profile/history', 'viewer', '/profile/history'],
  ['/profile/matching', 'viewer', '/profile/matching'],
  ['/profile/incoming-likes', 'viewer', '/profile/incoming-likes'],
  ['/profile/liked-users', 'viewer', '/profile/liked-users'],
  ['/profile/match-history', 'viewer', '/profile/match-history'],
  ['/profile/messages', 'leads on', '/profile/messages'],
  ['/profile/notifications', 'viewer', '/profile/notifications'],
  ['/profile/notification-settings', 'viewer', '/profile/notification-settings'],
  ['/profile/verification', 'viewer', '/profile/verification'],
  ['/profile/settings', 'viewer', '/profile/settings'],
  ['/matching', 'viewer', '/matching'],
  ['/matching/new', 'viewer', '/matching/new'],
  ['/messages', 'viewer', '/messages'],
  ['/messages/{conversationId}', 'viewer', '/messages/$conversationId'],
  ['/messaging', 'leads on', '/messaging'],
  ['/favorites', 'viewer', '/favorites'],
  ['/youtuber/register', 'viewer', '/youtuber/register'],
  ['/youtuber/dashboard', 'creator', '/youtuber/dashboard'],
  ['/youtuber/promotions/active', 'creator', '/youtuber/promotions/active'],
  ['/youtuber/guide', 'everybody', '/youtuber/guide'],
  ['/youtuber/plans', 'everybody', '/youtuber/plans'],
  ['/youtuber/guidelines', 'everybody', '/youtuber/guidelines'],
  ['/premium', 'leads on', '/premium'],
  ['/premium/dashboard', 'premium', '/premium/dashboard'],
  ['/premium/upgrade', 'viewer', '/premium/upgrade'],
  ['/premium/expired', 'expired', '/premium/expired'],
  ['/premium/features', 'viewer', '/premium/features'],
  ['/premium/matching', 'premium', '/premium/matching'],
  ['/premium/messaging', 'premium', '/premium/messaging'],
  ['/premium/messaging/{conversationId}', 'premium', '/premium/messaging/$conversationId'],
  ['/premium/advanced-search', 'premium', '/premium/advanced-search'],
  ['/premium/extend', 'premium', '/premium/extend'],
  ['/premium/cancel', 'premium', '/premium/cancel'],
  ['/premium/support', 'everybody', '/premium/support'],
  ['/premium/faq', 'everybody', '/premium/faq'],
  ['/support', 'leads on', '/support'],
  ['/admin', 'admin', '/admin'],
  ['/admin/users', 'admin', '/admin/users'],
  ['/admin/promotion', 'admin', '/admin/promotion'],
  ['an unknown path', 'leads on', '/$'],
]

describe('what the specification lists', () => {
  test.each(SPECIFIED)('%s is there for %s', (_address, who, pattern) => {
    const address = ADDRESSES[pattern]
    expect('leadsTo' in address ? 'leads on' : address.for).toBe(who)
  })

  test('every screen has code of its own, and none is a placeholder', async () => {
    const router = createAppRouter({} as unknown as App, createMemoryHistory())
    const screens = Object.entries(router.routesByPath).filter(([, route]) => route.lazyFn !== undefined)
    expect(screens.length).toBeGreaterThan(50)
    for (const [path, route] of screens) {
      const lazy = await route.lazyFn?.()
      expect(lazy?.options.component, path).toBeTypeOf('function')
      expect(String(lazy?.options.component), path).not.toMatch(/準備中|coming soon|placeholder/i)
    }
  }, 120_000)

  test('the terms and the privacy policy are pages of their own, opened in a new tab', () => {
    const links = footerColumns(false, {}).flatMap(({ links: all }) => all)
    for (const page of ['terms-of-service.html', 'privacy-policy.html']) {
      expect(links).toContainEqual({ label: expect.any(String), href: `/${page}`, newTab: true })
      const file = join(import.meta.dirname, '../../public', page)
      expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('<html lang="ja"')
    }
  })
})

describe('the menus', () => {
  const lists = {
    side: [...SIDE_MENU_SIGNED_IN, ...SIDE_MENU_SIGNED_OUT, ...SIDE_MENU_CREATOR, ...ADMIN_MENU],
    account: [...accountMenu(true), ...accountMenu(false)],
    bottom: BOTTOM_NAV,
    profile: PROFILE_NAV,
    admin: ADMIN_NAV,
    footer: [true, false].flatMap((signedIn) =>
      [true, false].flatMap((is) =>
        footerColumns(signedIn, { isCreator: is, isPremium: is, isAdmin: is }).flatMap(({ links }) =>
          links.flatMap((link) => ('to' in link ? link : [])),
        ),
      ),
    ),
  }
  test.each(Object.entries(lists))('%s leads to screens alone', (_name, entries) => {
    const lost = entries.map(({ to }) => to).filter((to) => !(to in ADDRESSES))
    expect(lost).toEqual([])
  })

  test('hold for each role what the specification names', () => {
    const paths = (entries: { to: string }[]): string[] => entries.map(({ to }) => to)
    expect(paths(SIDE_MENU_SIGNED_IN)).toEqual(
      expect.arrayContaining([
        '/',
        '/profile',
        '/favorites',
        '/profile/reviews',
        '/profile/history',
        '/matching',
        '/profile/incoming-likes',
        '/profile/liked-users',
        '/profile/match-history',
        '/messages',
        '/profile/notifications',
        '/profile/notification-settings',
        '/profile/verification',
        '/profile/settings',
        '/premium',
        '/search',
        '/events',
      ]),
    )
    expect(paths(SIDE_MENU_SIGNED_OUT)).toEqual(['/', '/login', '/signup', '/youtuber/register', '/help'])
    expect(paths(BOTTOM_NAV)).toEqual(['/', '/search', '/profile/notifications', '/profile'])
    expect(paths(ADMIN_MENU)).toEqual(['/admin', '/admin/users', '/admin/promotion'])
    const footer = (facts: Parameters<typeof footerColumns>[1]): string[] =>
      footerColumns(true, facts).flatMap(({ links }) =>
        links.flatMap((link) => ('to' in link ? link.to : [])),
      )
    expect(footer({ isAdmin: true })).toEqual(expect.arrayContaining(paths(ADMIN_MENU)))
    expect(footer({}).filter((path) => path.startsWith('/admin'))).toEqual([])
    expect(
      [footer({ isPremium: true }), footer({})].map((all) => all.includes('/premium/dashboard')),
    ).toEqual([true, false])
    expect([footer({ isPremium: true }), footer({})].map((all) => all.includes('/premium/upgrade'))).toEqual([
      false,
      true,
    ])
  })
})
