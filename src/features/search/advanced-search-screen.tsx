import { useId, useRef, useState } from 'react'
import { type AdvancedQuery, criteriaOf, VIDEO_ORDERS } from '#domain/advanced-search.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { controlClass } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { countConditions } from './advanced-draft.ts'
import { AdvancedResults } from './advanced-results.tsx'
import { AdvancedSearchForm } from './advanced-search-form.tsx'
import { ADVANCED, ORDER_NAMES } from './copy.ts'
import type { RenderVideo } from './render-video.ts'
import { rangeOf } from './search-results.tsx'

const LOADING = { status: 'loading' } as const

type AdvancedSearchScreenProps = {
  catalogue: Catalogue
  query: AdvancedQuery
  /** From 1. */
  page: number
  online: boolean
  /** Makes this the address. */
  onSearch: (query: AdvancedQuery) => void
  renderVideo: RenderVideo
}

/** Conditions beside what they find; on narrow screens they fold away. */
export function AdvancedSearchScreen({
  catalogue,
  query,
  page,
  online,
  onSearch,
  renderVideo,
}: AdvancedSearchScreenProps) {
  usePageTitle(ADVANCED.title)
  const loaded = useLive(catalogue.advanced(criteriaOf(query), page), LOADING)
  const conditions = countConditions(query)
  const [isOpen, setOpen] = useState(conditions === 0)
  const ids = useId()
  const formId = `${ids}-form`
  const heading = useRef<HTMLHeadingElement>(null)
  const { order = 'newest', ...conditionsAlone } = query

  function search(asked: AdvancedQuery) {
    setOpen(false)
    onSearch(query.order === undefined ? asked : { ...asked, order: query.order })
    // Where the form folds away, the focus would go with it
    requestAnimationFrame(() => heading.current?.focus())
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header>
        <h1 className="text-2xl">{ADVANCED.title}</h1>
        <p className="mt-1 text-sm text-muted">{ADVANCED.lead}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-10">
        <section aria-label={ADVANCED.conditions} className="grid grid-cols-[minmax(0,1fr)]">
          <Button
            className="lg:hidden"
            aria-expanded={isOpen}
            aria-controls={formId}
            icon={<Icon name={isOpen ? 'close' : 'gear'} size={18} />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? ADVANCED.close : ADVANCED.change(conditions)}
          </Button>
          <div className={classNames('mt-5 lg:mt-0 lg:block', !isOpen && 'hidden')}>
            <AdvancedSearchForm id={formId} query={conditionsAlone} onSearch={search} />
          </div>
        </section>
        <section aria-labelledby={`${ids}-results`} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <div>
              <h2 ref={heading} tabIndex={-1} id={`${ids}-results`} className="text-lg outline-none">
                {ADVANCED.results}
              </h2>
              <p role="status" className="mt-1 min-h-6 text-sm text-muted">
                {loaded.status === 'loading' && <Skeleton className="my-1 h-4 w-20" />}
                {loaded.status === 'ready' && <span>{rangeOf(loaded.value)}</span>}
              </p>
            </div>
            <label className="flex items-center gap-2 text-sm">
              <span className="shrink-0">{ADVANCED.order}</span>
              <select
                className={controlClass}
                value={order}
                onChange={({ target }) =>
                  onSearch({ ...query, order: VIDEO_ORDERS.find((one) => one === target.value) })
                }
              >
                {VIDEO_ORDERS.map((one) => (
                  <option key={one} value={one}>
                    {ORDER_NAMES[one]}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <AdvancedResults
            loaded={loaded}
            query={query}
            catalogue={catalogue}
            online={online}
            renderVideo={renderVideo}
          />
        </section>
      </div>
    </div>
  )
}
