/** Genres of the catalogue. `id` is the slug of `/genre/{slug}` and the key of table `genres`; a test holds both lists equal. */
export const GENRES = [
  { id: 'gaming', name: 'ゲーム' },
  { id: 'vtuber', name: 'VTuber' },
  { id: 'music', name: '音楽' },
  { id: 'comedy', name: 'お笑い' },
  { id: 'vlog', name: 'Vlog・日常' },
  { id: 'cooking', name: '料理' },
  { id: 'anime', name: 'アニメ' },
  { id: 'film', name: '映画' },
  { id: 'sports', name: 'スポーツ' },
  { id: 'travel', name: '旅行' },
  { id: 'animals', name: '動物' },
  { id: 'science', name: '科学' },
  { id: 'education', name: '教育' },
  { id: 'english-learning', name: '英語学習' },
  { id: 'programming', name: 'プログラミング' },
  { id: 'tech', name: 'テクノロジー' },
  { id: 'news', name: 'ニュース' },
] as const

export type GenreId = (typeof GENRES)[number]['id']

/** Japanese name of a genre, or undefined for one this build does not know. */
export function genreName(id: string | null | undefined): string | undefined {
  return GENRES.find((genre) => genre.id === id)?.name
}
