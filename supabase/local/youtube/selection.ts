/** What the key is where the stack stands in for YouTube. */
export const LOCAL_KEY = 'local'
export const YOUTUBE_PATH = '/youtube/v3'

/** What functions see: the YouTube Data API by the key that the environment names, or the stand-in of this stack when it names none. */
export function selectYoutube(
  environment: Readonly<Record<string, string | undefined>>,
  apiUrl: string,
): Record<string, string> {
  const { YOUTUBE_API_KEY: key, YOUTUBE_API_URL: url } = environment
  if (!key) return { YOUTUBE_API_KEY: LOCAL_KEY, YOUTUBE_API_URL: apiUrl + YOUTUBE_PATH }
  return { YOUTUBE_API_KEY: key, ...(url && { YOUTUBE_API_URL: url }) }
}
