import { useMemo } from 'react'
import { Link } from '@tanstack/react-router'
import type { Catalogue } from '#domain/catalogue.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY, whyNot } from './copy.ts'
import { dropLink, type KeptLink } from './kept-links.ts'

const LOADING = { status: 'loading' } as const

type KeptLinkItemProps = { catalogue: Catalogue; link: KeptLink; onRemove: () => void }

/** One kept link: opens its video where that can be had, and says why not where it cannot. */
export function KeptLinkItem({ catalogue, link, onRemove }: KeptLinkItemProps) {
  const { youtubeId } = link
  const live = useMemo(() => catalogue.byId(youtubeId), [catalogue, youtubeId])
  const loaded = useLive(live, LOADING)
  const title = (loaded.status === 'ready' && loaded.value.title) || link.title || COPY.untitled
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="line-clamp-2 font-bold">{title}</p>
        <p role="status" className="mt-0.5 text-sm text-muted [word-break:auto-phrase]">
          {loaded.status === 'loading' && COPY.looking}
          {loaded.status === 'ready' && COPY.ready}
          {loaded.status === 'error' && whyNot(loaded.code)}
        </p>
      </div>
      <div className="ms-auto flex gap-2">
        {loaded.status === 'ready' && (
          <Link
            to="/video/$videoId"
            params={{ videoId: youtubeId }}
            onClick={() => dropLink(youtubeId)}
            aria-label={COPY.openLabel(title)}
            className={buttonClass({ variant: 'primary', size: 'sm' })}
          >
            {COPY.open}
          </Link>
        )}
        {loaded.status === 'error' && loaded.code === 'not_found' && (
          <a
            href={`https://www.youtube.com/watch?v=${youtubeId}`}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ size: 'sm' })}
          >
            {COPY.youtube}
            <span className="sr-only">{COPY.newTab}</span>
          </a>
        )}
        <Button
          size="sm"
          variant="quiet"
          data-remove=""
          aria-label={COPY.removeLabel(title)}
          onClick={onRemove}
        >
          {COPY.remove}
        </Button>
      </div>
    </li>
  )
}
