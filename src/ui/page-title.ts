import { useEffect } from 'react'

const PRODUCT = 'ミルトモ'

/** Names the page in the tab and in the history. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} | ${PRODUCT}` : PRODUCT
  }, [title])
}
