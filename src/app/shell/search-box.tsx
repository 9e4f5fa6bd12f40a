import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { Live } from '#domain/catalogue.ts'
import { QUERY_MAX_LENGTH } from '#domain/limits.ts'
import type { Suggestion } from '#domain/title-search.ts'
import { afterPaint } from '#platform/after-paint.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { useSuggestions } from './use-suggestions.ts'

const SuggestionList = lazyOnceShown(async () => (await import('./suggestion-list.tsx')).SuggestionList)

type SearchBoxProps = {
  /** The path of the page. */
  place: string
  /** `q` of the address; the box follows it, and on another page it is asked anew. */
  query: string
  onSearch: (query: string) => void
  /** Emptied by the clear button or Escape. */
  onClear: () => void
  /** Escape where there is nothing to empty. */
  onLeave?: () => void
  /** What this device has for a text. The same function from render to render. */
  suggest: (text: string) => Live<Suggestion[]>
  onOpen: (youtubeId: string) => void
  autoFocus?: boolean
}

/** Code that browsers give to a key press inside an IME; Safari sends it without `isComposing` for the Enter that ends one. */
const IME_KEY_CODE = 229

/** Spec §2, search box, with suggestions as an APG combobox. Enter while an IME composes never searches. */
export function SearchBox({
  place,
  query,
  onSearch,
  onClear,
  onLeave,
  suggest,
  onOpen,
  autoFocus = false,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [text, setText] = useState(query)
  const [followed, setFollowed] = useState({ place, query })
  /** Something was typed since the list was last closed. */
  const [asking, setAsking] = useState(false)
  const [active, setActive] = useState(-1)
  if (followed.place !== place || followed.query !== query) {
    setFollowed({ place, query })
    setText(query)
  }
  const suggestions = useSuggestions(suggest, asking && text.trim() !== '' ? text : null)
  const open = suggestions.length > 0
  const chosen = suggestions[active]

  const close = () => {
    setAsking(false)
    setActive(-1)
  }
  const leaveFor = (go: () => void) => {
    close()
    input.current?.blur()
    go()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = text.trim()
    if (trimmed === '') return
    setText(trimmed)
    leaveFor(() => onSearch(trimmed))
  }
  const choose = (suggestion: Suggestion) =>
    leaveFor(() => {
      if (suggestion.kind === 'video') return onOpen(suggestion.youtubeId)
      setText(suggestion.text)
      onSearch(suggestion.text)
    })
  const clear = () => {
    close()
    setText('')
    onClear()
    input.current?.focus()
  }
  /** From the field (-1) through the list and back to it. */
  const move = (by: 1 | -1) => {
    const places = suggestions.length + 1
    setActive(((active + 1 + by + places) % places) - 1)
  }
  const press = (event: KeyboardEvent) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE
    if (composing && event.key === 'Enter') event.preventDefault()
    if (composing) return
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (open) move(event.key === 'ArrowDown' ? 1 : -1)
      else setAsking(true)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (text === '' && onLeave) onLeave()
      else clear()
    }
  }

  return (
    <form
      role="search"
      onSubmit={submit}
      className="relative flex h-11 w-full min-w-0 items-center rounded-full border border-line-strong bg-surface ps-4 transition-colors focus-within:border-ink has-[:is(input,textarea):focus-visible]:outline-3 has-[:is(input,textarea):focus-visible]:outline-offset-1 has-[:is(input,textarea):focus-visible]:outline-focus"
    >
      <input
        ref={input}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        aria-label="動画を検索"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${active}` : undefined}
        placeholder="動画を検索..."
        autoComplete="off"
        maxLength={QUERY_MAX_LENGTH}
        // The person has just asked for the box.
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAsking(true)
          setActive(-1)
        }}
        // What is looked through is read before the first letter comes
        onFocus={() =>
          void afterPaint().then(() =>
            suggest('')
              .subscribe(() => {})
              .unsubscribe(),
          )
        }
        onKeyDown={press}
        onBlur={close}
        className="min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
      />
      {text !== '' && (
        <IconButton icon="close" label="検索を消す" onClick={clear} className="size-10 text-muted" />
      )}
      <button
        type="submit"
        aria-label="検索"
        title="検索"
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-hover"
      >
        <Icon name="search" size={20} />
      </button>
      {open && <SuggestionList id={listId} suggestions={suggestions} active={active} onChoose={choose} />}
      <span role="status" className="sr-only">
        {open && `候補が${suggestions.length}件あります`}
      </span>
    </form>
  )
}
