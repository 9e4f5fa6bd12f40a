import { Button } from '#ui/button.tsx'
import { StarRating } from '#ui/star-rating.tsx'
import { COPY } from './copy.ts'

/** The form as a visitor sees it: every way in leads to the login, and back here afterwards. */
export function RatingInvitation({ onLoginNeeded }: { onLoginNeeded: () => void }) {
  return (
    <section aria-labelledby="own-rating" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 id="own-rating" className="text-base">
        {COPY.own}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{COPY.ownLead}</p>
      <StarRating label={COPY.overall} value={null} onChange={onLoginNeeded} />
      <div className="mt-4">
        <Button variant="primary" onClick={onLoginNeeded}>
          {COPY.loginToRate}
        </Button>
      </div>
    </section>
  )
}
