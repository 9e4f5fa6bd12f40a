import { createLazyRoute, Link } from '@tanstack/react-router'
import { PageScreen } from '#features/creator/page-screen.tsx'
import { GUIDE } from '#features/creator/pages-copy.ts'
import { buttonClass } from '#ui/button.tsx'

export const Route = createLazyRoute('/youtuber/guide')({ component: Guide })

function Guide() {
  return (
    <PageScreen
      page={GUIDE}
      ways={
        <>
          <Link to="/youtuber/register" className={buttonClass({ variant: 'primary' })}>
            YouTuber登録へ
          </Link>
          <Link to="/youtuber/plans" className={buttonClass()}>
            料金プラン
          </Link>
          <Link to="/youtuber/guidelines" className={buttonClass()}>
            ガイドライン
          </Link>
        </>
      }
    />
  )
}
