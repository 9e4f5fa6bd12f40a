import { ERROR_SENTENCES } from '#domain/errors.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { COPY } from './copy.ts'

/** The device's database cannot be opened, so nothing can be shown. */
export function LoadFailure() {
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={ERROR_SENTENCES.notification_load_failed}
        body={COPY.loadFailedBody}
        action={<Button onClick={() => location.reload()}>{COPY.reload}</Button>}
      />
    </div>
  )
}
