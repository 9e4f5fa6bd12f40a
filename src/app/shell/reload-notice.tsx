import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PAYMENT_DOCUMENT, PHONE_DOCUMENT } from '#domain/own-documents.ts'
import { rewriteDrafts } from '#platform/drafts.ts'
import { codeIsMissing, reloadAsked, reloadUnasked } from '#platform/missing-code.ts'
import { untilNobodyPresses } from '#platform/presses.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useOnline, useValue } from '../app-context.ts'
import { lacksOwnDocument } from '../own-document.ts'
import { storageHealth } from '../store/storage-health.ts'

/** What hindered it, say something that was being typed, may be over. */
const TRY_AGAIN_MS = 15_000

const hasOwnDocument = (path: string): boolean => PAYMENT_DOCUMENT.test(path) || PHONE_DOCUMENT.test(path)

/**
 * What only loading the page anew brings: a part of the app that could not be fetched, a screen's own document,
 * or a storage that the browser opens to another document only. The page loads by itself; a missing part waits
 * for a connection, and the person is told so. They are asked to load it themselves where that would take
 * something from them, or would be the second time in a row.
 */
export function ReloadNotice() {
  const isMissing = useValue(codeIsMissing)
  const isLacking = useValue(lacksOwnDocument)
  const onOwnPath = useLocation({ select: ({ pathname }) => hasOwnDocument(pathname) })
  const online = useOnline()
  const isRefused = useValue(storageHealth) === 'refused'
  const canLoad = isRefused || (isMissing && online)
  // Told only then: a notice that comes just before the page reloads moves what is looked at
  const [couldNotReload, setCouldNotReload] = useState(false)
  useEffect(() => {
    if (!canLoad) return
    let stopped = false
    let trying: ReturnType<typeof setTimeout> | undefined
    const attempt = async (): Promise<void> => {
      // Where nothing can be stored, a press is lost as it is
      if (isRefused) rewriteDrafts()
      else await untilNobodyPresses()
      if (stopped) return
      setCouldNotReload(!(await reloadUnasked()))
      if (!stopped) trying = setTimeout(() => void attempt(), TRY_AGAIN_MS)
    }
    void attempt()
    return () => {
      stopped = true
      clearTimeout(trying)
    }
  }, [canLoad, isRefused])
  const isAsked = (canLoad && couldNotReload) || (isLacking && onOwnPath && online)
  const isAwaited = isMissing && !online && !isRefused
  return (
    <div role="status">
      {(isAsked || isAwaited) && (
        <div className="page mt-4">
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-caution-soft px-4 py-3 text-sm text-caution">
            <Icon name="alert" size={20} />
            {isAwaited ? (
              <p className="min-w-0 flex-1 basis-52 [word-break:auto-phrase]">
                アプリの一部がまだ端末にありません。接続すると読み込みます。
              </p>
            ) : (
              <>
                <p className="min-w-0 flex-1 basis-52 [word-break:auto-phrase]">
                  {isRefused ? '端末の保存領域を' : canLoad ? 'アプリの一部を' : 'この画面の準備を最後まで'}
                  読み込めませんでした。入力中の内容を確かめてから、再読み込みしてください。
                </p>
                <Button size="sm" onClick={() => void reloadAsked()}>
                  再読み込み
                </Button>
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
