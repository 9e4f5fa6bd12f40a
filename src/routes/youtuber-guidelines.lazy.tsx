import { createLazyRoute, Link } from '@tanstack/react-router'
import { PageScreen } from '#features/creator/page-screen.tsx'
import { GUIDELINES } from '#features/creator/pages-copy.ts'
import { buttonClass } from '#ui/button.tsx'

export const Route = createLazyRoute('/youtuber/guidelines')({ component: Guidelines })

function Guidelines() {
  return (
    <PageScreen
      page={GUIDELINES}
      ways={
        <>
          <Link to="/youtuber/register" className={buttonClass({ variant: 'primary' })}>
            YouTuber登録へ
          </Link>
          <Link to="/youtuber/guide" className={buttonClass()}>
            ガイドを読む
          </Link>
        </>
      }
    />
  )
}
