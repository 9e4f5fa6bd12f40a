import { Link } from '@tanstack/react-router'
import { OWN_STORAGE } from '#ui/browser-sentences.ts'
import { Dialog } from '#ui/dialog.tsx'
import { COPY, STEPS } from './copy.ts'
import { GuideDrawing } from './guide-drawing.tsx'

type InstallGuideProps = {
  device: 'ios' | 'android'
  /** Edits that the server does not have: where the app has a storage of its own they stay behind. */
  unsent: number
  open: boolean
  onClose: () => void
}

/** How the app is added to the home screen by hand, drawn step by step. */
export function InstallGuide({ device, unsent, open, onClose }: InstallGuideProps) {
  return (
    <Dialog open={open} onClose={onClose} title={COPY.guide}>
      {device === 'ios' && (
        <div className="mb-5 grid gap-3 text-sm [word-break:auto-phrase]">
          {unsent > 0 && (
            <p role="status" className="rounded-md bg-caution-soft px-4 py-3 text-caution">
              {COPY.unsent(unsent)}{' '}
              <Link to="/profile/sync" onClick={onClose} className="text-current">
                {COPY.sync}
              </Link>
            </p>
          )}
          <p>{OWN_STORAGE}</p>
          <p className="text-muted">{COPY.otherApp}</p>
        </div>
      )}
      <ol className="grid gap-5">
        {STEPS[device].map(({ drawing, text }, index) => (
          <li key={drawing} className="flex items-center gap-4">
            <GuideDrawing of={drawing} />
            <p className="min-w-0 flex-1 text-sm [word-break:auto-phrase]">
              <span className="me-1 font-bold">{index + 1}.</span>
              {text}
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-5">
        <Link to="/help" hash="install" onClick={onClose} className="text-sm">
          {COPY.more}
        </Link>
      </p>
    </Dialog>
  )
}
