import { useAccount, useApp, useStore, useValue } from '#app/app-context.ts'
import { ExportSection } from '#features/export/export-section.tsx'
import { ImportSection } from '#features/export/import-section.tsx'

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
            const [{ exportAccount }, files] = await Promise.all([
              import('#app/export-account.ts'),
              import('#app/export-files.ts'),
            ])
            const whole = await exportAccount(store, { email: account?.email ?? '', at, syncedAt })
            return kind === 'json' ? files.asJson(whole) : files.asCsvs(whole, at)
          })
        }
      />
      <ImportSection
        bringIn={
          store &&
          (async (file, onProgress) => {
            const { importAccount } = await import('#app/import-account.ts')
            return importAccount(store, file, { isPremium: account?.isPremium ?? false, onProgress })
          })
        }
      />
    </>
  )
}
