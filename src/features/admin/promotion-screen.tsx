import type { Admin } from '#domain/admin.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { Bookings } from './bookings.tsx'
import { PROMOTION as COPY } from './promotion-copy.ts'
import { Slots } from './slots.tsx'

type PromotionScreenProps = {
  admin: Pick<Admin, 'slots' | 'saveSlot' | 'bookings' | 'refund'>
  online: boolean
}

/** /admin/promotion: slots with their prices, and what is booked. */
export function PromotionScreen({ admin, online }: PromotionScreenProps) {
  usePageTitle(COPY.title)
  return (
    <>
      <h1 className="mb-6 text-2xl">{COPY.title}</h1>
      <div className="grid gap-12">
        <Slots admin={admin} online={online} />
        <Bookings admin={admin} online={online} />
      </div>
    </>
  )
}
