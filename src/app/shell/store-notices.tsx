import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { grouped } from '#ui/japanese-number.ts'
import { dismissLoss, type Loss } from '../store/loss.ts'

const ONLINE_ONLY = 'このブラウザーでは、接続がないとアプリを開けません。'
const ONE_TAB = 'このブラウザーでは、アプリを一つのタブだけで開いてください。'

/** `onlineOnly`: no service worker · `oneTab`: no locks. `blocked` says more than either. */
export type StoreTrouble = {
  blocked: boolean
  failed: boolean
  /** It has not answered for a while. */
  slow: boolean
  onlineOnly: boolean
  oneTab: boolean
  lost: Loss | null
}

export function StoreNotices({ blocked, failed, slow, onlineOnly, oneTab, lost }: StoreTrouble) {
  const [isRead, setIsRead] = useState(false)
  const limits = (onlineOnly ? ONLINE_ONLY : '') + (oneTab ? ONE_TAB : '')
  return (
    <>
      {blocked && (
        <Notice>
          このブラウザでは端末への保存が使えないため、閲覧だけできます。ログインして評価やお気に入りを残すには、ブラウザの設定でこのサイトのデータの保存を許可してください。
        </Notice>
      )}
      {limits !== '' && !blocked && !isRead && (
        <Notice
          action={
            <Button size="sm" onClick={() => setIsRead(true)}>
              閉じる
            </Button>
          }
        >
          {limits}
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
      {slow && <Notice>端末の保存領域が応答していません。応答すると、続きを自動で表示します。</Notice>}
      {lost && (
        <Notice
          action={
            <Button size="sm" onClick={dismissLoss}>
              閉じる
            </Button>
          }
        >
          この端末に保存していたデータが、アプリの外から消されました。
          {lost.count > 0 && `送信前だった${grouped(lost.count)}件は失われたおそれがあります。`}
          サーバーにある内容は読み込み直します。
        </Notice>
      )}
    </>
  )
}

function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="page mt-4">
      <div className="flex flex-wrap items-center gap-3 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">
        <Icon name="alert" size={20} />
        <p className="min-w-0 flex-1 basis-52 [word-break:auto-phrase]">{children}</p>
        {action}
      </div>
    </div>
  )
}
