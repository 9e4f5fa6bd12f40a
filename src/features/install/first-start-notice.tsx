import { useEffect, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FIRST_START } from './copy.ts'
import { isFirstStart, noteFirstStart } from './first-start.ts'

type FirstStartNoticeProps = { session: 'restoring' | 'signedOut' | 'signedIn' }

/** Says once, in the app on the home screen of iOS, why the person signs in again. */
export function FirstStartNotice({ session }: FirstStartNoticeProps) {
  const [isFirst, setIsFirst] = useState(isFirstStart)
  useEffect(() => {
    if (isFirst && session === 'signedIn') noteFirstStart()
  }, [isFirst, session])
  if (!isFirst || session !== 'signedOut') return null
  const close = (): void => {
    noteFirstStart()
    setIsFirst(false)
  }
  return (
    <section
      aria-label={FIRST_START.region}
      className="install-offer pointer-events-none fixed inset-x-0 z-20 px-4"
    >
      <div className="floating mx-auto flex max-w-lg items-center gap-x-3 rounded-lg border border-line bg-surface p-3 shadow-floating">
        <p className="min-w-0 flex-1 text-sm [word-break:auto-phrase]">{FIRST_START.body}</p>
        <Link to="/login" onClick={close} className={buttonClass({ size: 'sm', variant: 'primary' })}>
          {FIRST_START.login}
        </Link>
        <IconButton icon="close" label={FIRST_START.close} onClick={close} />
      </div>
    </section>
  )
}
