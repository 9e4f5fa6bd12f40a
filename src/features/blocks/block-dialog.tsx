import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PERSON_COPY as COPY } from './person-copy.ts'

type BlockDialogProps = { name: string; open: boolean; onClose: () => void; onBlock: () => void }

/** Asks before somebody is blocked, and says what comes of it. */
export function BlockDialog({ name, open, onClose, onBlock }: BlockDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={COPY.blockAsk}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {COPY.keep}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose()
              onBlock()
            }}
          >
            {COPY.blockYes}
          </Button>
        </>
      }
    >
      <p className="font-bold wrap-anywhere">{COPY.blockWho(name)}</p>
      <ul className="mt-3 grid list-disc gap-1.5 ps-5 text-sm">
        {COPY.blockBody.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  )
}
