import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { MATCHING_FILTER, matchingFilterOf } from '#domain/matching.ts'
import { type SettingDocument, settingOf } from '#sync/collections/settings.ts'
import type { WithSync } from '#sync/collections/live.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { MatchingFilterForm } from './matching-filter-form.tsx'

type Stored = WithSync<SettingDocument> | undefined | null

/** Whom the person looks for: an account's setting, changed also offline. */
export function MatchingSettingsScreen({ store, isPremium }: { store: Store | null; isPremium: boolean }) {
  usePageTitle(COPY.settingsTitle)
  const setting$ = useMemo(() => store && settingOf(store, MATCHING_FILTER), [store])
  const stored = useLive<Stored>(setting$, null)
  return (
    <div className="max-w-2xl" data-sync={stored?.sync}>
      <div className="mb-2 flex flex-wrap items-center gap-x-4">
        <h1 className="text-2xl">{COPY.settingsTitle}</h1>
        {stored && <SyncBadge state={stored.sync} />}
      </div>
      <p className="mb-6 text-sm text-muted">{COPY.settingsLead}</p>
      {store && stored !== null && (
        <MatchingFilterForm
          key={stored?.edited_at ?? 0}
          store={store}
          filter={matchingFilterOf(stored?.value)}
          isPremium={isPremium}
        />
      )}
      <section className="mt-10 grid justify-items-start gap-3">
        <h2 className="text-lg">{COPY.about}</h2>
        <p className="text-sm text-muted">{COPY.aboutBody}</p>
        <Link to="/profile" className={buttonClass({ size: 'sm' })}>
          {COPY.toProfile}
        </Link>
      </section>
    </div>
  )
}
