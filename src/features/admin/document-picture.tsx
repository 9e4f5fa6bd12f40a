import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { VERIFICATIONS as COPY } from './verifications-copy.ts'

/** The document of a request for verification. */
export type OpenDocument = (request: string) => Promise<Blob>

type DocumentPictureProps = { load: OpenDocument; request: string; label: string }

/**
 * Shows a document without leaving it anywhere: a picture is drawn, so that it has no address; what only the browser can show has one until this
 * is taken away. It is opened once, for each opening is written down.
 */
export function DocumentPicture({ load, request, label }: DocumentPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const asked = useRef<{ request: string; document: Promise<Blob> } | null>(null)
  const [state, setState] = useState<'loading' | 'drawn' | 'failed' | { address: string }>('loading')
  useEffect(() => {
    let isHere = true
    let address: string | null = null
    if (asked.current?.request !== request) asked.current = { request, document: load(request) }
    const draw = async (document: Blob): Promise<void> => {
      if (!isHere) return
      if (document.type === 'application/pdf') {
        address = URL.createObjectURL(document)
        return setState({ address })
      }
      const picture = await createImageBitmap(document)
      if (isHere && canvas.current) {
        canvas.current.width = picture.width
        canvas.current.height = picture.height
        canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
        setState('drawn')
      }
      picture.close()
    }
    asked.current.document.then(draw).catch(() => isHere && setState('failed'))
    return () => {
      isHere = false
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [load, request])
  return (
    <div className="mt-4">
      {state === 'loading' && (
        <Loading label={COPY.opening}>
          <Skeleton className="aspect-3/2 w-full rounded-lg!" />
        </Loading>
      )}
      {state === 'failed' && (
        <p role="alert" className="text-sm text-danger">
          {COPY.unreadable}
        </p>
      )}
      {typeof state === 'object' && (
        <a
          href={state.address}
          target="_blank"
          rel="noopener"
          referrerPolicy="no-referrer"
          className={buttonClass()}
        >
          {COPY.pdf}
        </a>
      )}
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        hidden={state !== 'drawn'}
        className="h-auto max-w-full rounded-lg border border-line"
      />
    </div>
  )
}
