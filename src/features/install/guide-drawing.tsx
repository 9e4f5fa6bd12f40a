import type { ReactNode } from 'react'
import type { Drawing } from './copy.ts'

/** What is to be pressed, in apricot. */
const PRESSED = 'fill-accent-soft stroke-accent-vivid'
/** Lines that stand for what else is there. */
const REST = 'stroke-line-strong'

const row = (y: number): ReactNode => <path d={`M22 ${y}h44`} className={REST} />
const tile = (x: number, y: number): ReactNode => (
  <rect x={x} y={y} width={18} height={18} rx={5} className={REST} />
)

const PARTS: Record<Drawing, ReactNode> = {
  // The bar at the foot of Safari: the middle button is the one
  share: (
    <>
      <path d="M14 72h80" className={REST} />
      <path d="M26 80l-5 5 5 5M82 80v9h-8v-9z" className={REST} />
      <circle cx={54} cy={85} r={11} className={PRESSED} />
      <path
        d="M50.500 83.500h-1.500v7h10v-7h-1.500M54 87.500v-9M51.500 80.500 54 78l2.500 2.500"
        className="stroke-ink"
      />
    </>
  ),
  // Above on the right
  menu: (
    <>
      <path d="M14 34h80M22 25h44" className={REST} />
      <circle cx={83} cy={25} r={8.5} className={PRESSED} />
      <path d="M83 21v.01M83 25v.01M83 29v.01" strokeWidth={3} className="stroke-ink" />
    </>
  ),
  // A list in which one entry is to be chosen
  add: (
    <>
      {row(34)}
      <rect x={16} y={45} width={76} height={22} rx={6} className={PRESSED} />
      <path d="M22 56h40M77 51.500h9v9h-9zM81.500 53.500v5M79 56h5" className="stroke-ink" />
      {row(78)}
      {row(89)}
    </>
  ),
  // The home screen with one more
  home: (
    <>
      {tile(22, 28)}
      {tile(45, 28)}
      {tile(68, 28)}
      {tile(22, 54)}
      <rect x={45} y={54} width={18} height={18} rx={5} className="fill-accent-vivid stroke-accent-vivid" />
      <path d="M51.500 58.500v9l7-4.500z" className="fill-surface stroke-surface" />
    </>
  ),
}

/** A telephone with what is to be done on it; decorative, the step beside it says the same. */
export function GuideDrawing({ of }: { of: Drawing }) {
  return (
    <svg
      viewBox="0 0 108 108"
      width={108}
      height={108}
      fill="none"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0 rounded-lg bg-sunken"
    >
      <rect x={13} y={6} width={82} height={96} rx={12} className="fill-surface stroke-ink" />
      <path d="M46 13h16" className="stroke-ink" />
      {PARTS[of]}
    </svg>
  )
}
