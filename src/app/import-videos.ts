import * as v from 'valibot'
import { API_TIMEOUT_MS } from '#domain/limits.ts'
import { IMPORT_FAILURES, ImportedVideo, type ImportResult } from '#domain/youtube-video.ts'
import type { App } from './app.ts'
import { accessToken } from './session/browser-session.ts'

const Imported = v.object({ videos: v.array(ImportedVideo) })
const Refused = v.object({ code: v.picklist(IMPORT_FAILURES) })

type Surroundings = Pick<App, 'environment' | 'connectivity'> & {
  token?: () => Promise<string | null>
  request?: typeof fetch
}

/** Has the server bring in videos (ids or addresses) of the person's own channel. */
export async function importVideos(
  { environment, connectivity, token = accessToken, request = fetch }: Surroundings,
  order: { videos: string[]; genre_id: string | null },
): Promise<ImportResult> {
  try {
    const person = await token()
    if (person === null) return { ok: false, code: 'signed_out' }
    const { apiUrl, publishableKey } = await environment()
    const answer = await request(`${apiUrl}/functions/v1/import-videos`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${person}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    })
    const body: unknown = await answer.json()
    connectivity.report(true)
    const imported = v.safeParse(Imported, body)
    if (answer.ok && imported.success) return { ok: true, videos: imported.output.videos }
    const refused = v.safeParse(Refused, body)
    return { ok: false, code: refused.success ? refused.output.code : 'server' }
  } catch {
    connectivity.report(false)
    return { ok: false, code: 'offline' }
  }
}
