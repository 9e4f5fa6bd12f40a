import { useId, useMemo } from 'react'
import { PRESENCE_SETTING } from '#domain/presence.ts'
import { changeSetting, settingOf } from '#sync/collections/settings.ts'
import type { Store } from '#sync/store.ts'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { showToast } from '#ui/toast-list.ts'
import { useLive } from '#ui/use-live.ts'
import { useShownAtOnce } from '#ui/use-shown-at-once.ts'
import { COPY } from './copy.ts'

const CHOICES = [
  { value: 'online', label: COPY.chooseOnline, hint: COPY.chooseOnlineHint },
  { value: 'busy', label: COPY.chooseBusy, hint: COPY.chooseBusyHint },
] as const
type Choice = (typeof CHOICES)[number]['value']

/** How a person wants to be shown to those they write with, the same on all their devices. */
export function OwnPresence({ store }: { store: Store | null }) {
  const id = useId()
  const setting$ = useMemo(() => store && settingOf(store, PRESENCE_SETTING), [store])
  const setting = useLive(setting$, undefined)
  const stored = setting?.value === 'busy' ? 'busy' : 'online'
  const [chosen, choose, isAhead] = useShownAtOnce<Choice>(stored, async (value) => {
    if (!store) return
    try {
      await changeSetting(store, PRESENCE_SETTING, value)
    } catch {
      showToast({ kind: 'error', message: COPY.notStored })
    }
  })

  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id={id} className="text-lg">
          {COPY.own}
        </h2>
        {setting && <SyncBadge state={setting.sync} isAhead={isAhead} />}
      </div>
      <p className="mt-1 text-sm text-muted">{COPY.ownHint}</p>
      <div role="radiogroup" aria-labelledby={id} className="mt-3 grid gap-3 sm:grid-cols-2">
        {CHOICES.map(({ value, label, hint }) => (
          <label
            key={value}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-xl border border-line bg-surface px-4 py-2.5 has-checked:border-ink has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={id}
              value={value}
              checked={chosen === value}
              disabled={!store}
              aria-label={label}
              aria-describedby={`${id}-${value}`}
              onChange={() => choose(value)}
              className="size-4 shrink-0 accent-ink"
            />
            <span className={chosen === value ? 'font-bold' : undefined}>
              {label}
              <span id={`${id}-${value}`} className="block text-xs font-normal text-muted">
                {hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </section>
  )
}
