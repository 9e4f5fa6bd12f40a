import { useAccount, useApp, useStore, useValue } from '#app/app-context.ts'
import { ExportSection } from '#features/export/export-section.tsx'
import { ImportSection } from '#features/export/import-section.tsx'

/** As many as the server gives at once. */
const MOST_TRANSACTIONS = 1_000

/** What a person takes along and brings back. Loaded when it is asked for. */
export function SettingsData() {
  const app = useApp()
  const store = useStore()
  const account = useAccount()
  const syncedAt = useValue(app.contentAsOf)
  return (
    <>
      <ExportSection
        syncedAt={syncedAt}
        write={
          store &&
          (async (kind, at) => {
            const [{ exportAccount }, files, { loadVerification }] = await Promise.all([
              import('#app/export-account.ts'),
              import('#app/export-files.ts'),
              import('#app/verification.ts'),
            ])
            const verification = await loadVerification(app, MOST_TRANSACTIONS).catch(() => null)
            const exported = await exportAccount(store, {
              email: account?.email ?? '',
              at,
              syncedAt,
              verification,
            })
            const file = kind === 'json' ? files.asJson(exported) : files.asCsvs(exported, at)
            return { file, isWhole: exported.lacks.length === 0 }
          })
        }
      />
      <ImportSection
        bringIn={
          store &&
          (async (file, onProgress) => {
            const [{ importAccount }, { importProfile }] = await Promise.all([
              import('#app/import-account.ts'),
              import('#app/import-profile.ts'),
            ])
            const isPremium = account?.isPremium ?? false
            const outcome = await importAccount(store, file, { isPremium, onProgress })
            return { ...outcome, profile: await importProfile(app, store.userId, file.profile[0]) }
          })
        }
      />
    </>
  )
}
