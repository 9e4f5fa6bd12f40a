import type { Suspension } from '#domain/account.ts'
import { Icon } from '#ui/icon.tsx'
import { longMoment } from '#ui/japanese-date.ts'

/** Why the server takes nothing that this person writes, and until when. */
export function SuspensionFacts({ reason, ends_at }: Suspension) {
  return (
    <div className="page mt-4">
      <div className="flex gap-3 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">
        <Icon name="alert" size={20} className="mt-0.5 shrink-0" />
        <div className="min-w-0">
          <p className="font-bold">アカウントの利用が停止されています</p>
          <p className="mt-1 wrap-anywhere">理由: {reason}</p>
          <p>期間: {ends_at === undefined ? '解除されるまで' : `${longMoment(Date.parse(ends_at))}まで`}</p>
          <p className="mt-1 [word-break:auto-phrase]">
            閲覧はできますが、評価やメッセージなど、書き込んだ内容は保存されません。
          </p>
        </div>
      </div>
    </div>
  )
}
