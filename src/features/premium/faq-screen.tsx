import { Link } from '@tanstack/react-router'
import { QuestionList } from '#ui/question-list.tsx'
import { FAQ_COPY } from './support-copy.ts'
import { PremiumHeading } from './premium-heading.tsx'

/** /premium/faq: what people ask before and after they pay. */
export function FaqScreen() {
  return (
    <div className="max-w-2xl">
      <PremiumHeading title={FAQ_COPY.title} />
      <QuestionList questions={FAQ_COPY.questions} />
      <p className="mt-6 text-sm">
        {FAQ_COPY.more}{' '}
        <Link to="/premium/support" className="underline">
          {FAQ_COPY.support}
        </Link>
      </p>
    </div>
  )
}
