import { useRef, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { SearchBox } from './search-box.tsx'
import type { useSearchBox } from './use-search-box.ts'

/** Where the header has no room for the search field: a button, and the field over the whole header once it is pressed. */
export function NarrowSearch({ atSearch, ...box }: ReturnType<typeof useSearchBox>) {
  // On /search without a query there is nothing else to do than to ask.
  const asking = atSearch && box.query === ''
  const [open, setOpen] = useState(asking)
  const opener = useRef<HTMLButtonElement>(null)
  const { place } = box
  const [before, setBefore] = useState({ asking, place })
  if (before.asking !== asking || before.place !== place) {
    setBefore({ asking, place })
    setOpen(asking)
  }
  const goBack = (): void => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <IconButton
        ref={opener}
        icon="search"
        label="検索を開く"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="@max-[18rem]:hidden md:hidden"
      />
      {open && (
        // Also while it is not known who is here, when what is beside the button is hidden
        <div className="visible absolute inset-0 z-10 flex items-center gap-1 bg-paper px-2 md:hidden">
          <IconButton icon="arrowLeft" label="検索を閉じる" onClick={goBack} />
          <SearchBox
            {...box}
            autoFocus
            onLeave={goBack}
            onSearch={(text) => {
              setOpen(false)
              box.onSearch(text)
            }}
            onOpen={(youtubeId) => {
              setOpen(false)
              box.onOpen(youtubeId)
            }}
          />
        </div>
      )}
    </>
  )
}
