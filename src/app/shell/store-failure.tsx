import type { ReactNode } from 'react'
import { isMissingCode } from '#platform/missing-code.ts'
import { storageBlocked } from '#platform/storage-blocked.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { grouped } from '#ui/japanese-number.ts'
import { useApp, useValue } from '../app-context.ts'
import { dismissLoss, loss } from '../store/loss.ts'

/** What is wrong with this device's storage: it cannot be used at all, the person's database cannot be opened, or something was lost. */
export function StoreFailure() {
  const state = useValue(useApp().keeper.state)
  // Nothing is wrong with the storage when its code is missing: `MissingCode` tells
  const failed = state.status === 'failed' && !isMissingCode(state.error)
  const blocked = useValue(storageBlocked)
  const lost = useValue(loss)
  return (
    <div role="alert">
      {blocked && (
        <Notice>
          このブラウザでは端末への保存が使えないため、閲覧だけできます。ログインして評価やお気に入りを残すには、ブラウザの設定でこのサイトのデータの保存を許可してください。
        </Notice>
      )}
      {failed && !blocked && (
        <Notice
          action={
            <Button size="sm" onClick={() => location.reload()}>
              再読み込み
            </Button>
          }
        >
          端末のデータを開けませんでした。空き容量を確かめて、再読み込みしてください。
        </Notice>
      )}
      {lost && (
        <Notice
          action={
            <Button size="sm" onClick={dismissLoss}>
              閉じる
            </Button>
          }
        >
          この端末に保存していたデータが、アプリの外から消されました。送信前だった
          {grouped(lost.count)}
          件は失われたおそれがあります。サーバーにある内容は読み込み直します。
        </Notice>
      )}
    </div>
  )
}

function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="page mt-4">
      <div className="flex flex-wrap items-center gap-3 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">
        <Icon name="alert" size={20} />
        <p className="min-w-0 flex-1">{children}</p>
        {action}
      </div>
    </div>
  )
}
