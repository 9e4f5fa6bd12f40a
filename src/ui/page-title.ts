import { useLayoutEffect } from 'react'

const PRODUCT = 'ミルトモ'

/**
 * Names the page in the tab and in the history, no later than it is painted. undefined: as the product, until
 * it has a name of its own. null: something within the page names it.
 */
export function usePageTitle(title: string | undefined | null): void {
  useLayoutEffect(() => {
    if (title !== null) document.title = title ? `${title} | ${PRODUCT}` : PRODUCT
  }, [title])
}
