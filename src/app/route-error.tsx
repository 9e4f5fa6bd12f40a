import type { ErrorComponentProps } from '@tanstack/react-router'
import { usePageTitle } from '#ui/page-title.ts'
import { ErrorNotice } from './error-notice.tsx'

/** A screen failed; the shell around it still works. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  usePageTitle('エラー')
  return <ErrorNotice error={error} retry={reset} />
}
