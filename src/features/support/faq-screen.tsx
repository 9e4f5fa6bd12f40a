import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { QuestionList } from '#ui/question-list.tsx'
import { FAQ_COPY as COPY, questions } from './faq-copy.ts'

/** /faq: what people ask most. */
export function FaqScreen() {
  usePageTitle(COPY.title)
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-2 mb-6 text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      <QuestionList questions={questions()} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/premium/faq" className={buttonClass()}>
          {COPY.premium}
        </Link>
        <Link to="/help" className={buttonClass()}>
          {COPY.help}
        </Link>
        <Link to="/contact" className={buttonClass()}>
          {COPY.contact}
        </Link>
      </div>
    </div>
  )
}
