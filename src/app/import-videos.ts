import * as v from 'valibot'
import { IMPORT_FAILURES, ImportedVideo, type ImportResult } from '#domain/youtube-video.ts'
import { askFunction, codeOfFailure, type FunctionSurroundings } from './ask-function.ts'

const Imported = v.object({ videos: v.array(ImportedVideo) })

/** Has the server bring in videos (ids or addresses) of the person's own channel. */
export async function importVideos(
  app: FunctionSurroundings,
  order: { videos: string[]; genre_id: string | null },
): Promise<ImportResult> {
  const asked = await askFunction(app, 'import-videos', order, Imported)
  return asked.ok
    ? { ok: true, videos: asked.value.videos }
    : { ok: false, code: codeOfFailure(asked.failure, IMPORT_FAILURES) }
}
