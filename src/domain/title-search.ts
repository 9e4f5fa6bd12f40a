import { searchableText } from './advanced-match.ts'
import type { Video } from './catalogue.ts'
import { foldForSearch } from './search-fold.ts'

type Titled = Pick<Video, 'youtube_id' | 'title' | 'channel_title'>

/** A video with its `searchableText`. */
export type Title<One> = { video: One; folded: string }

/** What can be chosen while a query is typed: a channel to search for, or a video to open. */
export type Suggestion =
  | { kind: 'channel'; text: string }
  | { kind: 'video'; text: string; youtubeId: string }

const SUGGESTIONS_MAX = 6
const CHANNELS_MAX = 2

export const titleOf = <One extends Titled>(video: One): Title<One> => ({
  video,
  folded: searchableText(video),
})

/**
 * Those whose title or channel contains the query, from one character on, as `foldForSearch` reads both; none
 * for nothing. In the order of `titles`.
 */
export function titlesContaining<One>(titles: readonly Title<One>[], query: string): One[] {
  const wanted = foldForSearch(query)
  if (wanted === '') return []
  return titles.filter(({ folded }) => folded.includes(wanted)).map(({ video }) => video)
}

/** Up to two channels and then titles that contain the query, those that begin with it first; none for a query of blanks. */
export function suggestionsIn<One extends Titled>(
  titles: readonly Title<One>[],
  query: string,
): Suggestion[] {
  const wanted = foldForSearch(query)
  if (wanted === '') return []
  const channels = new Map<string, Suggestion>()
  const begun = new Map<string, Suggestion>()
  const containing = new Map<string, Suggestion>()
  for (const { video, folded } of titles) {
    const at = folded.indexOf(wanted)
    if (at < 0) continue
    const { title, channel_title, youtube_id } = video
    const channelAt = folded.indexOf('\n') + 1
    if (channels.size < CHANNELS_MAX && folded.includes(wanted, channelAt))
      channels.set(foldForSearch(channel_title), { kind: 'channel', text: channel_title })
    if (at >= channelAt) continue
    const kind = at === 0 ? begun : containing
    if (kind.size < SUGGESTIONS_MAX) kind.set(title, { kind: 'video', text: title, youtubeId: youtube_id })
    if (begun.size === SUGGESTIONS_MAX && channels.size === CHANNELS_MAX) break
  }
  return [...channels.values(), ...begun.values(), ...containing.values()].slice(0, SUGGESTIONS_MAX)
}
