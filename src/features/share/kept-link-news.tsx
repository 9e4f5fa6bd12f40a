import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Catalogue } from '#domain/catalogue.ts'
import { showToast } from '#ui/toast.tsx'
import { COPY } from './copy.ts'
import { keptLinks } from './kept-links.ts'

type KeptLinkNewsProps = {
  catalogue: Catalogue
  /** The list itself is on the screen. */
  isShown: boolean
  open: () => void
}

/** Tells, once as long as the page is open, that the video of a kept link can be opened now. */
export function KeptLinkNews({ catalogue, isShown, open }: KeptLinkNewsProps) {
  const links = useSyncExternalStore(keptLinks.listen, keptLinks.read)
  const isTold = useRef(false)
  useEffect(() => {
    if (isShown || isTold.current) return
    const watching = links.map(({ youtubeId }) =>
      catalogue.byId(youtubeId).subscribe(({ status }) => {
        if (status !== 'ready' || isTold.current) return
        isTold.current = true
        showToast({ kind: 'blank', message: COPY.canOpen, action: { label: COPY.show, run: open } })
      }),
    )
    return () => {
      for (const watch of watching) watch.unsubscribe()
    }
  }, [catalogue, links, isShown, open])
  return null
}
