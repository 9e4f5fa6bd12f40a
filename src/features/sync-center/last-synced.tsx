import { COLLECTION_NAMES } from '#sync/collections/registry.ts'
import type { EngineStatus } from '#sync/engine-state.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { COPY, NOUNS } from './copy.ts'

/** When each kind was last in step with the server. */
export function LastSynced({ syncedAt }: Pick<EngineStatus, 'syncedAt'>) {
  return (
    <section aria-labelledby="sync-kinds">
      <h2 id="sync-kinds" className="text-lg">
        {COPY.kinds}
      </h2>
      <table className="mt-3 w-full border-collapse overflow-hidden rounded-lg text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{COPY.kind}</th>
            <th scope="col">{COPY.when}</th>
          </tr>
        </thead>
        <tbody>
          {COLLECTION_NAMES.map((name) => {
            const at = syncedAt[name]
            return (
              <tr key={name} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 pe-4 text-start font-normal">
                  {NOUNS[name]}
                </th>
                <td className="py-2 text-end text-muted">
                  {at === undefined ? COPY.never : <RelativeTime time={at} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
