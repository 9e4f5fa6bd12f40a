import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { CONFIRM_COPY } from './copy.ts'

/** Paid, and the server has not heard of it yet; `late`: for longer than it should. */
export function PaidScreen({ late, onLook }: { late: boolean; onLook: () => void }) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 py-16 text-center">
      <Icon name="checkCircle" size={56} className="text-good" />
      <h1 className="text-xl">{CONFIRM_COPY.done}</h1>
      {late ? (
        <>
          <p role="status" className="text-sm text-muted [word-break:auto-phrase]">
            {CONFIRM_COPY.late}
          </p>
          <Button onClick={onLook}>{CONFIRM_COPY.look}</Button>
        </>
      ) : (
        <Spinner color="current" message={CONFIRM_COPY.doneBody} />
      )}
    </div>
  )
}
