import { searchableText, wantedText } from './advanced-search.ts'
import type { Video } from './catalogue.ts'
import { foldForSearch } from './text.ts'

type Titled = Pick<Video, 'youtube_id' | 'title' | 'channel_title'>

/** Videos in the order in which they are told, with their `searchableText`. */
export type Titles<One> = { videos: readonly One[]; folded: readonly string[] }

/** What can be chosen while a query is typed: a channel to search for, or a video to open. */
export type Suggestion =
  | { kind: 'channel'; text: string }
  | { kind: 'video'; text: string; youtubeId: string }

const SUGGESTIONS_MAX = 6
const CHANNELS_MAX = 2

/** `foldedOf` may remember what it has folded. */
export const titlesOf = <One extends Titled>(
  videos: readonly One[],
  foldedOf: (video: One) => string = searchableText,
): Titles<One> => ({ videos, folded: videos.map(foldedOf) })

/** Those whose title or channel contains the query, from one character on; kana, case and width are not told apart. */
export function titlesContaining<One>({ videos, folded }: Titles<One>, query: string): One[] {
  const wanted = wantedText(query)
  return videos.filter((_, index) => folded[index]?.includes(wanted))
}

/** Up to two channels and then titles that contain the query, those that begin with it first; none for a query of blanks. */
export function suggestionsIn<One extends Titled>(
  { videos, folded }: Titles<One>,
  query: string,
): Suggestion[] {
  const wanted = wantedText(query)
  if (wanted === '') return []
  const channels = new Map<string, Suggestion>()
  const begun = new Map<string, Suggestion>()
  const containing = new Map<string, Suggestion>()
  for (const [index, text] of folded.entries()) {
    const video = videos[index]
    const at = text.indexOf(wanted)
    if (video === undefined || at < 0) continue
    const { title, channel_title, youtube_id } = video
    const channelAt = text.indexOf('\n') + 1
    if (channels.size < CHANNELS_MAX && text.includes(wanted, channelAt))
      channels.set(foldForSearch(channel_title), { kind: 'channel', text: channel_title })
    if (at >= channelAt) continue
    const kind = at === 0 ? begun : containing
    if (kind.size < SUGGESTIONS_MAX) kind.set(title, { kind: 'video', text: title, youtubeId: youtube_id })
    if (begun.size === SUGGESTIONS_MAX && channels.size === CHANNELS_MAX) break
  }
  return [...channels.values(), ...begun.values(), ...containing.values()].slice(0, SUGGESTIONS_MAX)
}
