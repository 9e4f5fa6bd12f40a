import { useLocation } from '@tanstack/react-router'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { useApp, useValue } from '../app-context.ts'

const LinkNewsLine = lazyOnceShown(async () => (await import('./link-news-line.tsx')).LinkNewsLine)

/** Whoever followed a link out of a mail is told what it did, wherever it led. */
export function LinkNews() {
  const { linkNews } = useApp().session
  const news = useValue(linkNews)
  // That screen says it itself, with the way on
  const isSaid = useLocation({ select: ({ pathname }) => pathname === '/reset-password' })
  return (
    <div role="status">
      {news !== null && !isSaid && <LinkNewsLine news={news} onClose={() => linkNews.set(null)} />}
    </div>
  )
}
