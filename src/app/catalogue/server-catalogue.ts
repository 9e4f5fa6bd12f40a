import type { Catalogue, Page, Video } from '#domain/catalogue.ts'
import { HITS_COUNTED, SEARCH_PAGE_SIZE } from '#domain/limits.ts'
import * as v from 'valibot'
import { askKept, type KeptDoors } from '../kept-answers/ask-kept.ts'
import { RestFailure } from '../rest.ts'
import type { createQueries } from './queries.ts'
import {
  promotedParams,
  ratingsParams,
  recentParams,
  searchParams,
  topParams,
  videoParams,
} from './params.ts'
import { LIST_COLUMNS, PersonRatingRow, PromotionRow, readRows, VideoRow } from './rows.ts'

const SearchRow = v.object({ ...VideoRow.entries, total_count: v.optional(v.number(), 0) })

export const pageOf = (items: Video[], total: number, page: number): Page<Video> => ({
  items,
  total,
  totalPages: Math.ceil(total / SEARCH_PAGE_SIZE),
  page,
})

/** `hits`: all that a search has, or any number above HITS_COUNTED where it has more. */
export const pageOfHits = (items: Video[], hits: number, page: number): Page<Video> => ({
  ...pageOf(items, Math.min(hits, HITS_COUNTED), page),
  hasMore: hits > HITS_COUNTED,
})

type Part = { items: Video[]; total: number | undefined; asOf: number | null }

/** A page of what was found. One past the last names no total: the first page tells it. */
async function pageFound(toPage: typeof pageOf, page: number, ask: (page: number) => Promise<Part>) {
  const found = await ask(page)
  const { total = 0, asOf } = found.total === undefined && page > 1 ? await ask(1) : found
  return { value: toPage(found.items, total, page), asOf }
}

function foundIn(body: unknown, asOf: number | null): Part {
  const items = readRows(SearchRow, body)
  return { items, total: items[0]?.total_count, asOf }
}

/** PostgREST refuses an offset behind the last row. */
const isPastTheLast = (error: unknown): boolean =>
  error instanceof RestFailure && error.serverCode === 'PGRST103'

type Viewer = {
  /** Names whose eyes see: what they blocked is hidden from them, and what premium shows from those without. */
  person: () => string
  /** Called before the server is asked: answers who takes the rows of videos as they come, for the device of whoever asked. */
  keeper: () => (rows: unknown) => void
}

/** The catalogue as the server tells it (spec §7). Questions are GET requests, so that the worker can keep an anonymous visitor's answers. */
export function createServerCatalogue(
  doors: KeptDoors,
  queries: ReturnType<typeof createQueries>,
  { person, keeper }: Viewer,
): Omit<Catalogue, 'suggest'> {
  const { rest } = doors
  const videos = (key: string, params: Record<string, string>) =>
    queries.live(key, async () => {
      const keep = keeper()
      const { body, asOf } = await rest('videos', { params })
      keep(body)
      return { value: readRows(VideoRow, body), asOf }
    })

  return {
    top: (limit) => videos(`top ${limit}`, topParams(limit)),
    recent: (limit) => videos(`recent ${limit}`, recentParams(limit)),
    byGenre: (genreId, page) =>
      queries.live(`genre ${genreId} ${page}`, () => {
        const keep = keeper()
        const ask = async (page: number): Promise<Part> => {
          const { body, total, asOf } = await rest('videos', {
            params: {
              select: LIST_COLUMNS,
              genre_id: `eq.${genreId}`,
              order: 'review_count.desc,published_at.desc.nullslast,id',
              limit: String(SEARCH_PAGE_SIZE),
              offset: String((page - 1) * SEARCH_PAGE_SIZE),
            },
            countAll: true,
          })
          keep(body)
          const items = readRows(VideoRow, body)
          return { items, total: total ?? items.length, asOf }
        }
        const askOrPass = (page: number) =>
          ask(page).catch((error: unknown): Part => {
            if (isPastTheLast(error)) return { items: [], total: undefined, asOf: null }
            throw error
          })
        return pageFound(pageOf, page, askOrPass)
      }),
    search: (query, page) =>
      queries.live(`search ${page} ${query}`, () => {
        const keep = keeper()
        return pageFound(pageOfHits, page, async (page) => {
          const { body, asOf } = await rest('rpc/search_videos', { params: searchParams(query, page) })
          keep(body)
          return foundIn(body, asOf)
        })
      }),
    advanced: (criteria, page) =>
      queries.live(`advanced ${page} ${JSON.stringify(criteria)} ${person()}`, () => {
        const keep = keeper()
        return pageFound(pageOfHits, page, async (page) => {
          const asked = { criteria, page, page_size: SEARCH_PAGE_SIZE }
          const { body, asOf } = await rest('rpc/search_videos_advanced', { body: asked, asPerson: true })
          keep(body)
          return foundIn(body, asOf)
        })
      }),
    byId: (id) =>
      queries.live(`video ${id}`, async () => {
        const keep = keeper()
        const { body, asOf } = await rest('videos', { params: videoParams(id) })
        const [value] = readRows(VideoRow, body)
        if (!value) throw new RestFailure('not_found')
        keep(body)
        return { value, asOf }
      }),
    ratingsOf: (youtubeId) =>
      queries.live(
        `ratings ${youtubeId} ${person()}`,
        askKept(doors, async (rest) => {
          const { body, asOf } = await rest('video_ratings', {
            params: ratingsParams(youtubeId),
            asPerson: true,
          })
          return { value: readRows(PersonRatingRow, body), asOf }
        }),
      ),
    promoted: (type) =>
      queries.live(`promoted ${type}`, async () => {
        const { body, asOf } = await rest('promotion_slots', { params: promotedParams(type) })
        return { value: readRows(PromotionRow, body), asOf }
      }),
    retry: () => queries.retry(),
  }
}
