import type { Suggestion } from '#domain/title-search.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'

type SuggestionListProps = {
  id: string
  suggestions: readonly Suggestion[]
  /** Index of the one that Enter would take; -1 for none. */
  active: number
  onChoose: (suggestion: Suggestion) => void
}

/** What this device has for what is being typed; the focus stays in the field. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="検索の候補"
      className="absolute inset-x-0 top-full z-40 mt-1.5 overflow-hidden rounded-xl border border-line bg-surface py-1.5 shadow-lg"
    >
      {suggestions.map((suggestion, index) => (
        <li
          key={`${suggestion.kind} ${suggestion.text}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus, or the list would be gone before the press ends
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-3 px-4 text-sm hover:bg-hover',
            index === active && 'bg-hover',
          )}
        >
          <Icon name={suggestion.kind === 'video' ? 'video' : 'search'} size={18} className="text-muted" />
          <span className="min-w-0 flex-1 truncate">{suggestion.text}</span>
        </li>
      ))}
    </ul>
  )
}
