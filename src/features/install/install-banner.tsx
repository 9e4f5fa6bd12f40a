import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useRootMark } from '#ui/root-mark.ts'
import { COPY } from './copy.ts'
import { InstallGuide } from './install-guide.tsx'
import { useInstallOffer } from './use-install-offer.ts'

const ICON_SIZE = 44

/** Offers to install the app, above what stands at the foot of the page. */
export function InstallBanner({ unsent }: { unsent: number }) {
  const { offer, install, dismiss } = useInstallOffer()
  const [isGuideOpen, setIsGuideOpen] = useState(false)
  useRootMark('data-install-offer', offer === null ? undefined : '')
  if (offer === null) return null
  // Whoever closes it by keyboard goes on in the page
  const leave = (): void => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  return (
    <section aria-label={COPY.region} className="install-offer pointer-events-none fixed inset-x-0 z-20 px-4">
      <div className="floating mx-auto flex max-w-lg flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface p-3 shadow-floating">
        <img
          src="/icons/icon.svg"
          alt=""
          width={ICON_SIZE}
          height={ICON_SIZE}
          className="size-11 shrink-0 max-[350px]:hidden"
        />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-sm font-bold">{COPY.title}</p>
          <p className="text-xs text-muted [word-break:auto-phrase]">{COPY.body}</p>
        </div>
        <div className="ms-auto flex items-center gap-1">
          {offer === 'prompt' ? (
            <Button size="sm" variant="primary" onClick={() => void install().then(leave)}>
              {COPY.install}
            </Button>
          ) : (
            <Button size="sm" variant="primary" onClick={() => setIsGuideOpen(true)}>
              {COPY.how}
            </Button>
          )}
          <IconButton
            icon="close"
            label={COPY.later}
            onClick={() => {
              dismiss()
              leave()
            }}
          />
        </div>
      </div>
      {offer !== 'prompt' && (
        <InstallGuide
          device={offer}
          unsent={unsent}
          open={isGuideOpen}
          onClose={() => setIsGuideOpen(false)}
        />
      )}
    </section>
  )
}
