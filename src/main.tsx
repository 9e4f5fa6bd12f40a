// First: what follows may change the address
import '#platform/document-address.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { createApp } from '#app/app.ts'
import { AppContext } from '#app/app-context.ts'
import { ErrorBoundary } from '#app/error-boundary.tsx'
import { noteError, reportCaughtError, watchErrors } from '#app/last-errors.ts'
import { restoreDrafts } from '#platform/drafts.ts'
import { watchInstallPrompt } from '#platform/install-prompt.ts'
import { watchLeaving } from '#platform/leaving.ts'
import { watchMissingCode } from '#platform/missing-code.ts'
import { keepPlace } from '#platform/place.ts'
import { createAppRouter } from '#routes/router.ts'
import './styles/main.css'

watchLeaving()
watchErrors()
watchMissingCode()
watchInstallPrompt()
const app = createApp()
void app.session.start(restoreDrafts())
const takePlace = keepPlace()
const router = createAppRouter(app)
const stopTaking = router.subscribe('onRendered', () => {
  stopTaking()
  takePlace()
})
// Signing in or out opens and closes rooms: the guards look again.
let before = app.session.state.read().status
app.session.state.listen(() => {
  const now = app.session.state.read().status
  if (before !== 'restoring' && before !== now) void router.invalidate()
  before = now
})

const root = document.getElementById('root')
if (root) {
  // Nobody translates a page before it has loaded
  import('#platform/foreign-nodes.ts').then(({ bearForeignNodes }) => bearForeignNodes(root), noteError)
  createRoot(root, { onCaughtError: reportCaughtError }).render(
    <StrictMode>
      <ErrorBoundary>
        <AppContext value={app}>
          <RouterProvider router={router} />
        </AppContext>
      </ErrorBoundary>
    </StrictMode>,
  )
}
