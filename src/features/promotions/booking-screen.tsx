import { useCallback, useState } from 'react'
import type { Booking, BookingFailure, BookingResult, OwnVideo, Period, Slot } from '#domain/promotions.ts'
import { serverNow } from '#platform/clock.ts'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useLoaded } from '#ui/use-loaded.ts'
import { useChoices } from './booking-choices.ts'
import { BookedScreen } from './booked-screen.tsx'
import { ChoosingForm } from './choosing-form.tsx'
import { ConfirmBooking } from './confirm-booking.tsx'
import { BOOKING_FAILURES, COPY } from './copy.ts'
import type { PendingBookingProps } from './pending-booking.tsx'
import type { ThumbnailOf } from './video-choice.tsx'
import { wantedOf, type Wanted } from './wanted.ts'

export type BookingScreenProps = Pick<PendingBookingProps, 'online' | 'renderPayment' | 'cancel'> & {
  userId: string
  loadSlots: () => Promise<Slot[]>
  loadVideos: () => Promise<OwnVideo[]>
  loadTaken: (slotId: string) => Promise<Period[]>
  book: (wanted: Wanted) => Promise<BookingResult>
  thumbnailOf: ThumbnailOf
  /** Somebody wants to see what became of a booking. */
  onDone: () => void
}

/** /youtuber/promotions/new: choose, look once more, book, pay. Online only; what was chosen stays whatever happens. */
export function BookingScreen({ userId, online, loadTaken, book, ...rest }: BookingScreenProps) {
  usePageTitle(COPY.title)
  const { choices, choose, forget } = useChoices(userId)
  const slots = useLoaded(rest.loadSlots, online, 'goes')
  const videos = useLoaded(rest.loadVideos, online, 'goes')
  const { slotId } = choices
  const taken = useLoaded(
    useCallback(() => (slotId === null ? Promise.resolve([]) : loadTaken(slotId)), [loadTaken, slotId]),
    online,
    'goes',
  )
  const [step, setStep] = useState<'choose' | 'confirm'>('choose')
  const [booked, setBooked] = useState<{ booking: Booking; shown: number } | null>(null)
  const [failure, setFailure] = useState<BookingFailure | null>(null)
  const [busy, setBusy] = useState(false)

  const { wanted, missing } = wantedOf(choices, {
    slots: slots.value ?? [],
    videos: videos.value ?? [],
    taken: taken.value ?? [],
    nowMs: serverNow(),
  })

  async function confirm(asked: Wanted): Promise<void> {
    setBusy(true)
    setFailure(null)
    const result = await book(asked)
    setBusy(false)
    if (result.ok) {
      forget()
      setBooked({ booking: result.booking, shown: asked.total })
      return
    }
    setFailure(result.code)
    setStep('choose')
    // What it says may be other than what is shown
    slots.reload()
    videos.reload()
    taken.reload()
  }

  if (booked)
    return (
      <BookedScreen
        {...rest}
        {...booked}
        online={online}
        onAgain={() => {
          setBooked(null)
          setStep('choose')
          taken.reload()
        }}
      />
    )
  return (
    <div className="max-w-6xl">
      <header className="mb-8">
        <h1 className="text-2xl">{COPY.title}</h1>
        <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      </header>
      {!online && (
        <p role="alert" className="mb-6 rounded-md bg-caution-soft px-4 py-3 text-sm text-caution">
          {COPY.offline}
        </p>
      )}
      {failure && (
        <p role="alert" className="mb-6 flex gap-2 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
          <Icon name="alert" size={20} className="mt-0.5" />
          {BOOKING_FAILURES[failure]}
        </p>
      )}
      {step === 'confirm' && wanted ? (
        <ConfirmBooking
          wanted={wanted}
          online={online}
          busy={busy}
          onConfirm={() => void confirm(wanted)}
          onBack={() => setStep('choose')}
        />
      ) : (
        <ChoosingForm
          online={online}
          choices={choices}
          choose={(changed) => {
            setFailure(null)
            choose(changed)
          }}
          slots={slots}
          videos={videos}
          taken={taken}
          missing={missing}
          thumbnailOf={rest.thumbnailOf}
          onReady={() => {
            setFailure(null)
            setStep('confirm')
          }}
        />
      )}
    </div>
  )
}
