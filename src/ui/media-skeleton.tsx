import { classNames } from './class-names.ts'
import { pulseClass, Skeleton } from './skeleton.tsx'

/** The picture asks for more than the whole row where that is narrower than 16 letters, so that the text goes below it; else for two fifths. */
const row =
  'flex flex-wrap items-start gap-x-3 gap-y-2 *:first:max-w-full *:first:basis-[max(7.5rem,40%,(16rem-100%)*99)]'
const text = '-mt-0.5 min-w-0 flex-1 basis-0'

/** tile: picture above its text · row: beside it · fluid: a row on narrow screens, else a tile. For the real thing and for its skeleton. */
export const mediaClasses = {
  tile: { box: '', text: 'pt-3' },
  row: { box: `${row} sm:gap-x-5 sm:*:first:basis-[max(15rem,(24rem-100%)*99)]`, text },
  fluid: { box: `${row} sm:block`, text: `${text} sm:mt-0 sm:pt-3` },
} as const

type MediaSkeletonsProps = {
  layout: keyof typeof mediaClasses
  count: number
  /** Of the list that holds them, the same as that of the real one. */
  className?: string
}

/** Stands where a list of pictures with text will come: two lines of title, two of facts, one of score, so that nothing moves when it does. */
export function MediaSkeletons({ layout, count, className }: MediaSkeletonsProps) {
  const { box, text } = mediaClasses[layout]
  return (
    <div aria-hidden="true" className={classNames(pulseClass, className)}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={box}>
          <Skeleton className="aspect-video w-full rounded-lg" />
          <div className={text}>
            <Skeleton className="mt-1 mb-2 h-4 w-[92%]" />
            <Skeleton className="mb-3 h-4 w-3/5" />
            <Skeleton className="mb-2 h-3 w-2/5" />
            <Skeleton className="mb-3 h-3 w-1/2" />
            <Skeleton className="h-5 w-16" />
          </div>
        </div>
      ))}
    </div>
  )
}
