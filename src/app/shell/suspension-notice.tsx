import { useSyncExternalStore } from 'react'
import { isSuspended } from '#domain/account.ts'
import { Icon } from '#ui/icon.tsx'
import { longMoment } from '#ui/japanese-date.ts'
import { minuteClock } from '#ui/minute-clock.ts'
import { useAccount } from '../app-context.ts'

/** The server takes nothing this person writes: says why and until when, also without a connection. */
export function SuspensionNotice() {
  const suspension = useAccount()?.suspension
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  return (
    <div role="status">
      {suspension && isSuspended(suspension, now) && (
        <div className="page mt-4">
          <div className="flex gap-3 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">
            <Icon name="alert" size={20} className="mt-0.5 shrink-0" />
            <div className="min-w-0">
              <p className="font-bold">アカウントの利用が停止されています</p>
              <p className="mt-1 wrap-anywhere">理由: {suspension.reason}</p>
              <p>
                期間:{' '}
                {suspension.ends_at === undefined
                  ? '解除されるまで'
                  : `${longMoment(Date.parse(suspension.ends_at))}まで`}
              </p>
              <p className="mt-1 [word-break:auto-phrase]">
                閲覧はできますが、評価やメッセージなど、書き込んだ内容は保存されません。
              </p>
            </div>
          </div>
        </div>
      )}
    </div>
  )
}
