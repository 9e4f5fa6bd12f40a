// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { VISITOR } from '#platform/drafts.ts'
import { layDraft } from '#platform/open-draft.ts'
import { draftsOf, forgetDraftsOfDeparted } from './drafts.ts'

vi.mock('#sync/departure/depart.ts', () => ({ accountsOnDevice: async () => ['with-data'] }))
vi.mock('#sync/session/own-session.ts', () => ({ isSignedIn: async (id: string) => id === 'signed-in' }))

test('drafts go of whoever left with session and databases, and of nobody else', async () => {
  const owners = ['left', 'with-data', 'signed-in', VISITOR]
  for (const whose of owners) layDraft({ whose, name: 'contact' }, 'typed')
  await forgetDraftsOfDeparted()
  expect(owners.filter((whose) => draftsOf(whose).length > 0)).toEqual(['with-data', 'signed-in', VISITOR])
})
