import { RECENT_VIDEOS_LIMIT, TOP_VIDEOS_LIMIT } from '#domain/limits.ts'
import {
  promotedParams,
  ratingsParams,
  recentParams,
  searchParams,
  topParams,
  videoParams,
} from './params.ts'

/**
 * What a visitor's screen asks first, so that the document can ask it while the code is on its way (scripts/asking.ts). `screen`: the module that asks, `at`: a regular
 * expression of path and search, `questions`: path and search below `/rest/v1/`, letter for letter as the screen will ask them, with `$1` for what `at` found. An address that could be
 * written in several ways is in none of them: the screen asks by itself.
 */
export type FirstQuestions = { screen: string; at: string; questions: string[] }

const FOUND = 'FOUND'
const asked = (path: string, params: Record<string, string>): string =>
  `${path}?${new URLSearchParams(params)}`.replace(FOUND, '$1')

export const FIRST_QUESTIONS: readonly FirstQuestions[] = [
  {
    screen: 'src/routes/home.lazy.tsx',
    at: '^/$',
    questions: [
      asked('videos', topParams(TOP_VIDEOS_LIMIT)),
      asked('videos', recentParams(RECENT_VIDEOS_LIMIT)),
      asked('promotion_slots', promotedParams('home')),
    ],
  },
  {
    screen: 'src/routes/search.lazy.tsx',
    // Letters and digits, and what is no ASCII
    at: String.raw`^/search\?q=((?:\w|%[89A-F][0-9A-F])+)$`,
    questions: [
      asked('rpc/search_videos', searchParams(FOUND, 1)),
      asked('promotion_slots', promotedParams('search')),
    ],
  },
  {
    screen: 'src/routes/video.lazy.tsx',
    at: String.raw`^/video/([\w-]{11})$`,
    questions: [
      asked('videos', videoParams(FOUND)),
      asked('video_ratings', ratingsParams(FOUND)),
      asked('promotion_slots', promotedParams('video')),
    ],
  },
]
