import { Link } from '@tanstack/react-router'
import type { Admin, AdminOverview } from '#domain/admin.ts'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { yen } from '#ui/yen.ts'
import { grouped } from '#ui/japanese-number.ts'
import { useLoaded } from '#ui/use-loaded.ts'
import { Answered } from './answered.tsx'
import { OVERVIEW as COPY } from './overview-copy.ts'
import { RecordTable } from './record-table.tsx'
import { TroubledWork } from './troubled-work.tsx'

type OverviewScreenProps = { admin: Pick<Admin, 'overview'>; online: boolean }

/** /admin: what waits for an admin, and the numbers of the product. */
export function OverviewScreen({ admin, online }: OverviewScreenProps) {
  usePageTitle(COPY.title)
  const answer = useLoaded(admin.overview, online, 'goes')
  return (
    <>
      <h1 className="mb-6 text-2xl">{COPY.title}</h1>
      <Answered answer={answer} online={online}>
        {(overview) => <Overview {...overview} />}
      </Answered>
    </>
  )
}

function Overview({ queues, revenue, work, ...numbers }: AdminOverview) {
  return (
    <div className="grid gap-10">
      <section aria-labelledby="queues-heading">
        <h2 id="queues-heading" className="mb-4 text-lg">
          {COPY.queues}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Queue to="/admin/verification" label={COPY.verifications} count={queues.verifications} />
          <Queue to="/admin/reports" label={COPY.reports} count={queues.reports} />
          <Queue to="/admin/contacts" label={COPY.contacts} count={queues.contacts} />
          <Queue to="/admin/promotion" label={COPY.bookings} count={queues.bookings} />
        </ul>
      </section>
      <TroubledWork work={work} />
      <section aria-labelledby="numbers-heading">
        <h2 id="numbers-heading" className="mb-4 text-lg">
          {COPY.numbers}
        </h2>
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Figure label={COPY.people} value={numbers.people} note={COPY.newIn7Days(numbers.new_people)} />
          <Figure label={COPY.premium} value={numbers.premium} />
          <Figure label={COPY.ratings} value={numbers.ratings} note={COPY.newIn7Days(numbers.new_ratings)} />
          <Figure label={COPY.suspended} value={numbers.suspended} />
        </dl>
      </section>
      <section aria-labelledby="revenue-heading" className="grid gap-4">
        <h2 id="revenue-heading" className="text-lg">
          {COPY.revenue}
        </h2>
        <p className="text-sm text-muted">{COPY.month(revenue.month)}</p>
        <dl className="grid gap-3 sm:grid-cols-3">
          <Figure label={COPY.paid} value={yen(revenue.paid)} />
          <Figure label={COPY.refunded} value={yen(revenue.refunded)} />
          <Figure label={COPY.net} value={yen(revenue.paid - revenue.refunded)} />
        </dl>
        <h3 className="mt-2 text-base">{COPY.plans}</h3>
        <RecordTable
          label={COPY.plans}
          rows={revenue.plans}
          keyOf={({ id }) => id}
          columns={[
            { label: COPY.plan, cell: ({ name }) => name },
            { label: COPY.count, cell: ({ count }) => grouped(count) },
            { label: COPY.amount, cell: ({ amount }) => yen(amount) },
          ]}
        />
      </section>
    </div>
  )
}

type QueueProps = {
  to: '/admin/verification' | '/admin/reports' | '/admin/contacts' | '/admin/promotion'
  label: string
  count: number
}

function Queue({ to, label, count }: QueueProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-11 items-center gap-3 rounded-xl border border-line bg-surface p-4 text-ink no-underline hover:bg-hover"
      >
        <span className="flex-1 text-sm">{label}</span>
        <span className={count > 0 ? 'text-lg font-bold' : 'text-lg text-muted'}>{COPY.cases(count)}</span>
        <Icon name="chevronRight" size={18} />
      </Link>
    </li>
  )
}

function Figure({ label, value, note }: { label: string; value: number | string; note?: string }) {
  return (
    <div className="rounded-xl border border-line bg-surface p-4">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-xl font-bold">
        {typeof value === 'number' ? grouped(value) : value}
        {note && <span className="block text-xs font-normal text-muted">{note}</span>}
      </dd>
    </div>
  )
}
