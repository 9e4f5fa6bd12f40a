import { localSecret } from '../gateway/local-secrets.ts'

export const YOUTUBE_PATH = '/youtube/v3'

/** What the key is where the stack stands in for YouTube. */
export const localYoutubeKey = (secretKey: string): string => localSecret(secretKey, 'youtube')

/** What functions see: the YouTube Data API by the key that the environment names, or the stand-in of this stack when it names none. */
export function selectYoutube(
  environment: Readonly<Record<string, string | undefined>>,
  apiUrl: string,
  secretKey: string,
): Record<string, string> {
  const { YOUTUBE_API_KEY: key, YOUTUBE_API_URL: url } = environment
  if (!key) return { YOUTUBE_API_KEY: localYoutubeKey(secretKey), YOUTUBE_API_URL: apiUrl + YOUTUBE_PATH }
  return { YOUTUBE_API_KEY: key, ...(url && { YOUTUBE_API_URL: url }) }
}
