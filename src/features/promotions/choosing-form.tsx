import { useState, type FormEvent } from 'react'
import type { OwnVideo, Period, Slot } from '#domain/promotions.ts'
import { serverNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Loaded } from '#ui/use-loaded.ts'
import type { Choices } from './booking-choices.ts'
import { BookingSummary } from './booking-summary.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import { COPY } from './copy.ts'
import { DateCalendar } from './date-calendar.tsx'
import { DurationChoice } from './duration-choice.tsx'
import { SlotChoice } from './slot-choice.tsx'
import { VideoChoice, type ThumbnailOf } from './video-choice.tsx'
import type { Missing } from './wanted.ts'

type ChoosingFormProps = {
  online: boolean
  choices: Choices
  choose: (changed: Partial<Choices>) => void
  slots: Loaded<Slot[]>
  videos: Loaded<OwnVideo[]>
  taken: Loaded<Period[]>
  missing: Missing
  thumbnailOf: ThumbnailOf
  /** Everything is chosen. */
  onReady: () => void
}

/** Where, how long, from when, and which video. */
export function ChoosingForm(props: ChoosingFormProps) {
  const { online, choices, choose, slots, videos, taken, missing, thumbnailOf, onReady } = props
  const [asked, setAsked] = useState(false)
  const slot = slots.value?.find(({ id }) => id === choices.slotId)
  const problems = asked ? missing : {}
  // A start that has become impossible is said at once: the days beside it show why
  const startProblem = problems.start ?? (choices.start && taken.value && slot ? missing.start : undefined)

  // Before, what was chosen earlier would be told as missing
  const isKnown = [slots, videos, taken].every(({ value }) => value !== null)
  const canGoOn = online && isKnown

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!canGoOn) return
    setAsked(true)
    const [first] = Object.keys(missing)
    if (first === undefined) return onReady()
    const group = event.currentTarget.querySelector(`[data-choice="${first}"]`)
    group?.scrollIntoView({ block: 'start' })
    // Of a calendar it is the day at which the keys begin
    group?.querySelector<HTMLElement>('input, [tabindex="0"], a')?.focus({ preventScroll: true })
  }
  if ((slots.failed || !online) && slots.value === null)
    return <LoadFailure online={online} onRetry={slots.reload} />
  return (
    <form
      noValidate
      aria-label={COPY.title}
      onSubmit={submit}
      className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid min-w-0 gap-10">
        <ChoiceGroup name="slot" step={1} title={COPY.slots} error={problems.slot}>
          {slots.value ? (
            <SlotChoice
              slots={slots.value}
              chosen={choices.slotId}
              onChoose={(slotId) => choose({ slotId })}
            />
          ) : (
            <Rows count={4} />
          )}
        </ChoiceGroup>
        <ChoiceGroup name="duration" step={2} title={COPY.duration}>
          <DurationChoice
            chosen={choices.duration}
            pricePerDay={slot?.pricePerDay ?? null}
            onChoose={(duration) => choose({ duration })}
          />
        </ChoiceGroup>
        <ChoiceGroup name="start" step={3} title={COPY.start} error={startProblem}>
          {!slot ? (
            <p className="text-sm text-muted">{COPY.slotFirst}</p>
          ) : taken.value ? (
            <>
              <p className="mb-3 text-sm text-muted">{COPY.startHint}</p>
              <DateCalendar
                key={slot.id}
                taken={taken.value}
                duration={choices.duration}
                start={choices.start}
                onChoose={(start) => choose({ start })}
                nowMs={serverNow()}
              />
            </>
          ) : taken.failed || !online ? (
            <div className="flex flex-wrap items-center gap-4 text-sm">
              <p role="alert">{COPY.takenFailed}</p>
              <Button size="sm" onClick={taken.reload}>
                {COPY.retry}
              </Button>
            </div>
          ) : (
            <Loading>
              <Skeleton className="h-80 max-w-md rounded-lg!" />
            </Loading>
          )}
        </ChoiceGroup>
        <ChoiceGroup name="video" step={4} title={COPY.videos} error={problems.video}>
          {videos.value ? (
            <VideoChoice
              videos={videos.value}
              chosen={choices.videoId}
              thumbnailOf={thumbnailOf}
              onChoose={(videoId) => choose({ videoId })}
            />
          ) : videos.failed || !online ? (
            <LoadFailure online={online} onRetry={videos.reload} />
          ) : (
            <Rows count={3} />
          )}
        </ChoiceGroup>
      </div>
      <BookingSummary slot={slot} choices={choices} canGoOn={canGoOn} />
    </form>
  )
}

function Rows({ count }: { count: number }) {
  return (
    <Loading>
      <div className="grid gap-3">
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} className="h-18 rounded-lg!" />
        ))}
      </div>
    </Loading>
  )
}

export function LoadFailure({ online, onRetry }: { online: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      icon={online ? 'alert' : 'offline'}
      title={online ? COPY.loadFailed : COPY.loadOffline}
      body={online ? COPY.loadFailedBody : COPY.loadOfflineBody}
      action={<Button onClick={onRetry}>{COPY.retry}</Button>}
    />
  )
}
