import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { AVATAR_SIDE_PX } from '#domain/profile.ts'
import { AVATAR_COPY as COPY } from './avatar-copy.ts'
import { MAX_ZOOM, moved, zoomed, zoomOf, type Crop } from './avatar-crop.ts'
import { drawCrop } from './avatar-picture.ts'

type AvatarCropperProps = {
  picture: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
  /** Holds what is cut out, as it will be kept. */
  canvas: RefObject<HTMLCanvasElement | null>
}

/** Of the square's side, with each press of an arrow. */
const STEP = 0.05
const ZOOM_STEP = 0.1
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Shows what is cut out of the picture: dragged, pinched, or moved by keys. */
export function AvatarCropper({ picture, crop, onChange, canvas }: AvatarCropperProps) {
  const zoomId = useId()
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const zoom = zoomOf(picture, crop)
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [canvas, picture, crop])

  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    // The picture follows the arrow, so the square goes the other way.
    if (arrow) onChange(moved(picture, crop, -arrow[0], -arrow[1]))
    else if (event.key === '+' || event.key === ';') onChange(zoomed(picture, crop, zoom + ZOOM_STEP))
    else if (event.key === '-') onChange(zoomed(picture, crop, zoom - ZOOM_STEP))
    else return
    event.preventDefault()
  }
  const drag = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const here = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, here)
    if (other) {
      const apart = (from: { x: number; y: number }) => Math.hypot(from.x - other.x, from.y - other.y)
      onChange(zoomed(picture, crop, zoom * (apart(here) / Math.max(apart(before), 1))))
      return
    }
    const side = event.currentTarget.clientWidth
    onChange(moved(picture, crop, (before.x - here.x) / side, (before.y - here.y) / side))
  }
  const letGo = (event: PointerEvent) => fingers.current.delete(event.pointerId)

  return (
    <div className="grid justify-items-center gap-4">
      <div
        role="application"
        aria-label={COPY.area}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        className="relative aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-lg bg-sunken active:cursor-grabbing"
      >
        <canvas ref={canvas} width={AVATAR_SIDE_PX} height={AVATAR_SIDE_PX} className="size-full" />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_20rem_rgb(0_0_0/0.5)] outline-2 -outline-offset-2 outline-white"
        />
      </div>
      <p className="text-center text-xs text-muted">{COPY.areaHint}</p>
      <div className="flex w-full max-w-72 items-center gap-3">
        <label htmlFor={zoomId} className="text-sm font-bold whitespace-nowrap">
          {COPY.zoom}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={ZOOM_STEP / 2}
          value={zoom}
          aria-valuetext={`${zoom.toFixed(1)}倍`}
          onChange={(event) => onChange(zoomed(picture, crop, Number(event.target.value)))}
          className="min-h-11 flex-1 accent-ink"
        />
      </div>
    </div>
  )
}
