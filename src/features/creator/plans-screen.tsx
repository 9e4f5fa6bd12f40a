import { Link } from '@tanstack/react-router'
import type { SlotPrice } from '#domain/creator.ts'
import { BOOKING_DURATIONS } from '#domain/promotions.ts'
import { slotPlaceText, slotsInPlace } from '#domain/slot-position.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { COPY } from './copy.ts'
import { BulletList } from './page-screen.tsx'
import { PLANS } from './pages-copy.ts'
import { Answer } from './section.tsx'
import { useLoaded, type Ask } from '#ui/use-loaded.ts'
import { Phrases } from '#ui/phrases.tsx'

type PlansScreenProps = { online: boolean; load: Ask<SlotPrice[]> }

/** /youtuber/plans: what each slot costs for each duration. */
export function PlansScreen({ online, load }: PlansScreenProps) {
  usePageTitle(PLANS.title)
  const prices = useLoaded(load, online)
  return (
    <>
      <h1 className="text-2xl">
        <Phrases>{PLANS.title}</Phrases>
      </h1>
      <p className="mt-2 max-w-2xl text-muted [word-break:auto-phrase]">{PLANS.lead}</p>
      <div className="mt-8">
        <Answer asked={prices} online={online} level={2}>
          {(plans) =>
            plans.length === 0 ? (
              <EmptyState title={PLANS.none} body={PLANS.noneHint} />
            ) : (
              <ul aria-label={PLANS.table} className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                {slotsInPlace(plans, ({ slot }) => slot).map(({ item, position }) => (
                  <Plan key={item.slot.id} plan={item} position={position} />
                ))}
              </ul>
            )
          }
        </Answer>
      </div>
      <section className="mt-12 max-w-2xl">
        <h2 className="text-lg">{PLANS.rules.title}</h2>
        <BulletList items={PLANS.rules.list} />
      </section>
      <div className="mt-10 flex flex-wrap gap-3">
        <Link to="/youtuber/register" className={buttonClass({ variant: 'primary' })}>
          {PLANS.register}
        </Link>
        <Link to="/youtuber/guide" className={buttonClass()}>
          {PLANS.guide}
        </Link>
      </div>
    </>
  )
}

type PlanProps = { plan: SlotPrice; position: number }

function Plan({ plan: { slot, price_per_day }, position }: PlanProps) {
  return (
    <li className="rounded-xl border border-line bg-surface p-5">
      <h2 className="text-base">{slot.name}</h2>
      <p className="text-sm text-muted [word-break:auto-phrase]">{slotPlaceText(slot.type, position)}</p>
      <p className="mt-3 text-sm text-muted">{PLANS.perDay(COPY.yen(price_per_day))}</p>
      <dl className="mt-2 grid gap-1.5">
        {BOOKING_DURATIONS.map((days) => (
          <div key={days} className="flex items-baseline justify-between border-t border-line pt-1.5">
            <dt className="text-sm">{PLANS.days(days)}</dt>
            <dd className="text-lg font-bold tabular-nums">{COPY.yen(price_per_day * days)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
