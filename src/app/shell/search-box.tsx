import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'

type SearchBoxProps = {
  /** `q` of the address; the box follows it. */
  query: string
  onSearch: (query: string) => void
  /** Emptied by the clear button or Escape. */
  onClear: () => void
  autoFocus?: boolean
}

/** Code that browsers give to a key press inside an IME; Safari sends it without `isComposing` for the Enter that ends one. */
const IME_KEY_CODE = 229

/** Spec §2, search box. Enter while an IME composes never searches. */
export function SearchBox({ query, onSearch, onClear, autoFocus = false }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query)
  const [followed, setFollowed] = useState(query)
  if (followed !== query) {
    setFollowed(query)
    setText(query)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = text.trim()
    if (trimmed === '') return
    input.current?.blur()
    onSearch(trimmed)
  }
  const clear = () => {
    setText('')
    onClear()
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE
    if (composing && event.key === 'Enter') event.preventDefault()
    if (event.key !== 'Escape' || composing) return
    event.preventDefault()
    clear()
  }

  return (
    <form
      role="search"
      onSubmit={submit}
      className="flex h-11 w-full items-center rounded-full border border-line-strong bg-surface ps-4 transition-colors focus-within:border-ink"
    >
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        aria-label="動画を検索"
        placeholder="動画を検索..."
        autoComplete="off"
        // The person has just asked for the box.
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        className="min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
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
    </form>
  )
}
