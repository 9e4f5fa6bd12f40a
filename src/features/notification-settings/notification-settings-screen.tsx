import { type ReactNode, useId, useMemo } from 'react'
import {
  NOTIFICATION_FLAG_NAMES,
  NOTIFICATION_NUMBER_NAMES,
  type NotificationFlag,
} from '#domain/notification-preferences.ts'
import type { Store } from '#sync/store.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { useLive } from '#ui/use-live.ts'
import { ChoiceRow } from './choice-row.tsx'
import { COPY, FLAG_HINTS } from './copy.ts'
import { changePreference, type PreferenceName, type Preferences, preferencesOf } from './preferences.ts'
import { SwitchRow } from './switch-row.tsx'

const PER_DAY = [0, 10, 20, 30, 50, 100, 200, 500]
const INTERVALS = [15, 30, 60, 120, 180, 360]
const WAYS = [
  'in_app_notifications',
  'push_notifications',
  'email_notifications',
  'quiet_hours_enabled',
  'batch_notifications',
] as const satisfies readonly NotificationFlag[]
const GROUPS = {
  videos: [
    'review_replies',
    'likes',
    'mentions',
    'new_videos',
    'recommendations',
    'video_comments',
    'ratings',
    'favorites',
  ],
  people: ['matching_notifications', 'message_notifications', 'connection_notifications', 'follows'],
  others: ['system_notifications', 'achievements', 'milestones', 'subscriptions', 'premium_features'],
} as const satisfies Record<string, readonly NotificationFlag[]>

export type Budget = { used: number }
type NotificationSettingsScreenProps = {
  store: Store | null
  /** How much of today's number is used up, by the server; null while that is not known. */
  budget: Budget | null
  online: boolean
  /** What concerns this device alone. */
  device: ReactNode
}

/** /profile/notification-settings: what a person wants to be told, kept on the device and sent when there is a connection. */
export function NotificationSettingsScreen({
  store,
  budget,
  online,
  device,
}: NotificationSettingsScreenProps) {
  usePageTitle(COPY.title)
  const preferences$ = useMemo(() => store && preferencesOf(store), [store])
  const preferences = useLive<Preferences | null>(preferences$, null)
  return (
    <div className="max-w-3xl">
      <h1 className="mb-2 text-2xl">{COPY.title}</h1>
      <p className="mb-6 text-sm text-muted">{COPY.lead}</p>
      <div className="grid grid-cols-1 gap-9">
        {store && preferences ? (
          <Groups
            store={store}
            preferences={preferences}
            left={
              <Left
                limit={preferences.numberOf('max_notifications_per_day')}
                budget={budget}
                online={online}
              />
            }
          />
        ) : (
          <GroupSkeletons />
        )}
        {device}
      </div>
    </div>
  )
}

type GroupsProps = { store: Store; preferences: Preferences; left: ReactNode }

function Groups({ store, preferences, left }: GroupsProps) {
  const change = (name: PreferenceName) => (value: boolean | number) => changePreference(store, name, value)
  const switches = (flags: readonly NotificationFlag[]) =>
    flags.map((flag) => (
      <SwitchRow
        key={flag}
        label={NOTIFICATION_FLAG_NAMES[flag]}
        hint={FLAG_HINTS[flag]}
        checked={preferences.isOn(flag)}
        onChange={change(flag)}
      />
    ))
  const ways = [...WAYS, 'max_notifications_per_day', 'batch_interval_minutes'] as const
  return (
    <>
      <Group title={COPY.groups.ways} names={ways} preferences={preferences} lead={left}>
        {switches(WAYS)}
        {preferences.isOn('batch_notifications') && (
          <ChoiceRow
            label={NOTIFICATION_NUMBER_NAMES.batch_interval_minutes}
            value={preferences.numberOf('batch_interval_minutes')}
            choices={INTERVALS}
            textOf={COPY.intervalValue}
            onChange={change('batch_interval_minutes')}
          />
        )}
        <ChoiceRow
          label={NOTIFICATION_NUMBER_NAMES.max_notifications_per_day}
          hint={COPY.perDayHint}
          value={preferences.numberOf('max_notifications_per_day')}
          choices={PER_DAY}
          textOf={COPY.perDayValue}
          onChange={change('max_notifications_per_day')}
        />
      </Group>
      {(['videos', 'people', 'others'] as const).map((group) => (
        <Group key={group} title={COPY.groups[group]} names={GROUPS[group]} preferences={preferences}>
          {switches(GROUPS[group])}
        </Group>
      ))}
    </>
  )
}

type GroupProps = {
  title: string
  names: readonly PreferenceName[]
  preferences: Preferences
  lead?: ReactNode
  children: ReactNode
}

function Group({ title, names, preferences, lead, children }: GroupProps) {
  const id = useId()
  const sync = preferences.syncOf(names)
  return (
    <section aria-labelledby={id} {...(sync && { 'data-sync': sync })}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <span role="status">{sync && <SyncBadge state={sync} />}</span>
      </div>
      {lead}
      <div className="mt-3 overflow-hidden rounded-xl border border-line bg-surface">{children}</div>
    </section>
  )
}

/** What is left of today's number. */
function Left({ limit, budget, online }: { limit: number; budget: Budget | null; online: boolean }) {
  if (!budget)
    return <p className="mt-1 text-sm text-muted">{online ? COPY.remainingLoading : COPY.remainingOffline}</p>
  return (
    <p className="mt-1 text-sm">
      <strong>{COPY.remaining(Math.max(0, limit - budget.used))}</strong>
      <span className="block text-xs text-muted">{COPY.used(limit, budget.used)}</span>
    </p>
  )
}

const SKELETONS = 5

function GroupSkeletons() {
  return (
    <Loading>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className="flex min-h-14 items-center justify-between gap-4 px-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-7 w-12 rounded-full!" />
        </div>
      ))}
    </Loading>
  )
}
