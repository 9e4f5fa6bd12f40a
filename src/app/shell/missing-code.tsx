import { useEffect } from 'react'
import { deviceNow } from '#platform/clock.ts'
import { codeIsMissing, reloadUnasked } from '#platform/missing-code.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useOnline, useValue } from '../app-context.ts'

/** What hindered it, say something that was being typed, may be over. */
const TRY_AGAIN_MS = 15_000

/** A part of the app could not be fetched: once there is a connection the page is loaded anew, or the person is asked to where that would take something from them. */
export function MissingCode() {
  const isWanted = useValue(codeIsMissing)
  const online = useOnline()
  const canLoad = isWanted && online
  useEffect(() => {
    if (!canLoad) return
    const attempt = () => void reloadUnasked(deviceNow())
    attempt()
    const trying = setInterval(attempt, TRY_AGAIN_MS)
    return () => clearInterval(trying)
  }, [canLoad])
  return (
    <div role="status">
      {canLoad && (
        <div className="page mt-4">
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-caution-soft px-4 py-3 text-sm text-caution">
            <Icon name="alert" size={20} />
            <p className="min-w-0 flex-1">
              アプリの一部を読み込めませんでした。入力中の内容を確かめてから、再読み込みしてください。
            </p>
            <Button size="sm" onClick={() => location.reload()}>
              再読み込み
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
