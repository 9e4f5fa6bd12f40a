import { Link } from '@tanstack/react-router'
import { Dialog } from '#ui/dialog.tsx'
import { COPY, STEPS } from './copy.ts'
import { GuideDrawing } from './guide-drawing.tsx'

type InstallGuideProps = { device: 'ios' | 'android'; open: boolean; onClose: () => void }

/** How the app is added to the home screen by hand, drawn step by step. */
export function InstallGuide({ device, open, onClose }: InstallGuideProps) {
  return (
    <Dialog open={open} onClose={onClose} title={COPY.guide}>
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
