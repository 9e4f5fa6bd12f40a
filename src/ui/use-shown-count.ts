import { useLocation, useNavigate } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How much of the page's list is shown. */
    shown?: number
  }
}

/**
 * How much of a list is shown: `step` at first, then twice as much each time. Kept with this entry of the
 * browser's history: whoever comes back finds what they had left.
 */
export function useShownCount(step: number): { shown: number; showMore: () => void } {
  const navigate = useNavigate()
  const kept = useLocation({ select: ({ state }) => state.shown })
  const shown = typeof kept === 'number' && kept > step ? kept : step
  return {
    shown,
    showMore: () =>
      void navigate({
        to: '.',
        search: true,
        hash: true,
        state: (before) => ({ ...before, shown: shown * 2 }),
        replace: true,
        resetScroll: false,
      }),
  }
}
