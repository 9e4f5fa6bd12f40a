import { useState } from 'react'
import type { Admin, AdminSlot } from '#domain/admin.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { yen } from '#ui/yen.ts'
import { useLoaded } from '#ui/use-loaded.ts'
import { Answered } from './answered.tsx'
import { COPY as SHARED } from './copy.ts'
import { PROMOTION as COPY } from './promotion-copy.ts'
import { dayOf } from './formats.ts'
import { RecordTable } from './record-table.tsx'
import { SlotDialog } from './slot-dialog.tsx'

type SlotsProps = { admin: Pick<Admin, 'slots' | 'saveSlot'>; online: boolean }

export function Slots({ admin, online }: SlotsProps) {
  const answer = useLoaded(admin.slots, online, 'goes')
  /** The slot whose dialog was opened last, `new` for one to come: it stays, closed, with what was typed. */
  const [chosen, setChosen] = useState<AdminSlot | 'new' | null>(null)
  const [open, setOpen] = useState(false)
  const choose = (slot: AdminSlot | 'new'): void => {
    setChosen(slot)
    setOpen(true)
  }
  return (
    <section aria-labelledby="slots-heading">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="slots-heading" className="text-lg">
          {COPY.slots}
        </h2>
        <Button size="sm" onClick={() => choose('new')}>
          {COPY.add}
        </Button>
      </div>
      <Answered answer={answer} online={online}>
        {(slots) =>
          slots.length === 0 ? (
            <EmptyState icon="video" title={COPY.noSlots} level={3} />
          ) : (
            <RecordTable
              label={COPY.slots}
              rows={slots}
              keyOf={({ id }) => id}
              columns={[
                { label: COPY.slot, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
                { label: COPY.place, cell: ({ type }) => COPY.places[type] },
                {
                  label: COPY.price,
                  cell: ({ slot_prices }) => (slot_prices ? yen(slot_prices.price_per_day) : COPY.noPrice),
                },
                { label: COPY.showing, cell: showing },
                {
                  label: SHARED.actions,
                  cell: (slot) => (
                    <Button size="sm" aria-label={COPY.editNamed(slot.name)} onClick={() => choose(slot)}>
                      {COPY.edit}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Answered>
      {chosen && (
        <SlotDialog
          key={chosen === 'new' ? 'new' : chosen.id}
          admin={admin}
          online={online}
          slot={chosen === 'new' ? null : chosen}
          open={open}
          onClose={() => setOpen(false)}
          onDone={() => {
            setChosen(null)
            answer.reload()
          }}
        />
      )}
    </section>
  )
}

const showing = ({ advertiser, ends_at }: AdminSlot): string =>
  advertiser === '' || ends_at === null ? COPY.nothing : COPY.until(advertiser, dayOf(ends_at))
