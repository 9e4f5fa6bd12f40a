/** The product's sign: a radar of six axes whose area is a play button's home. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="76 72 360 368" width={size} height={size} aria-hidden="true" className="shrink-0">
      <path
        d="M256 92 398 174v164L256 420 114 338V174Z"
        className="fill-none stroke-ink"
        strokeWidth={22}
        strokeLinejoin="round"
      />
      <path d="M256 130 356 197 370 321 256 366 162 308 146 194Z" className="fill-accent-vivid" />
      <path d="M222 190v128l112-64Z" className="fill-surface" />
    </svg>
  )
}
