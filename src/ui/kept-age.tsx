import { RelativeTime } from './relative-time.tsx'

/** How old what is shown is, for what could not be asked again: 3時間前の内容です。 `asOf` in ms; nothing when it is not known. */
export function KeptAge({ asOf }: { asOf: number | null }) {
  if (asOf === null) return null
  return (
    <span className="inline-block">
      <RelativeTime time={asOf} />
      の内容です。
    </span>
  )
}
