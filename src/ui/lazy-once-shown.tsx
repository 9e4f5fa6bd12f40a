import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { whenIdle } from '#platform/after-paint.ts'
import { isMissingCode } from '#platform/missing-code.ts'

type Options<Props> = {
  /** Stands there until the code has come, and where it is missing; nothing unless told otherwise. */
  meanwhile?: (props: Props) => ReactNode
  /** The code is asked for once the page has come to rest, or after so many ms. */
  restMs?: number
}

/**
 * A piece whose code comes when it is first shown: dialogs, banners, panels, menus. Everything in the frame that
 * most people do not see at once goes through here (scripts/build-budgets.ts counts what home needs at first).
 * Guarantee: where its code is missing, what is around it still stands, and `ReloadNotice` tells. Not for what
 * people write with: a press on what stands in for it would be lost.
 *
 * @example const DebugPanel = lazyOnceShown(async () => (await import('./debug-panel.tsx')).DebugPanel)
 */
export function lazyOnceShown<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile, restMs }: Options<Props> = {},
): (props: Props) => ReactNode {
  const Piece = lazy(async () => {
    if (restMs !== undefined) await whenIdle(restMs)
    return { default: await load().catch(standIn) }
  })
  const standIn = (error: unknown): ComponentType<Props> => {
    if (!isMissingCode(error)) throw error
    return (props) => meanwhile?.(props)
  }
  return function LazyOnceShown(props: Props) {
    return (
      <Suspense fallback={meanwhile?.(props)}>
        <Piece {...props} />
      </Suspense>
    )
  }
}
