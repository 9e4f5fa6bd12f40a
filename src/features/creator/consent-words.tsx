import { Link } from '@tanstack/react-router'
import { COPY } from './copy.ts'

/** What a person agrees to who registers a channel. */
export function ConsentWords() {
  const [before, link, after] = COPY.consent
  return (
    <>
      {before}
      <Link to="/youtuber/guidelines" className="text-ink underline underline-offset-3">
        {link}
      </Link>
      {after}
    </>
  )
}
