import { Icon } from './icon.tsx'

export type Question = { question: string; answer: string }

/** Questions, each of which opens to its answer. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-b border-line last:border-0">
          <summary className="flex min-h-12 list-none items-center gap-3 px-4 py-3 font-bold hover:bg-hover [&::-webkit-details-marker]:hidden">
            <h2 className="min-w-0 flex-1 text-base">{question}</h2>
            <Icon
              name="chevronDown"
              size={20}
              className="text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="px-4 pb-4 text-sm [word-break:auto-phrase]">{answer}</p>
        </details>
      ))}
    </div>
  )
}
