import { areReadsFailing, askAgain, isWaitLong } from '#platform/waits.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useValue } from '../app-context.ts'

/** What a person waits for takes long, or cannot be read: says so, with the ways on. Not loaded when it is needed: the line may stall just then. */
export function WaitNotice() {
  const isUnreadable = useValue(areReadsFailing)
  const isLong = useValue(isWaitLong)
  return (
    <div role="status">
      {(isUnreadable || isLong) && (
        <div className="page mt-4">
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-caution-soft px-4 py-3 text-sm text-caution">
            <Icon name="alert" size={20} />
            <p className="min-w-0 flex-1 basis-52 [word-break:auto-phrase]">
              {isUnreadable ? '端末のデータを読み込めませんでした。' : '読み込みに時間がかかっています。'}
            </p>
            <Button size="sm" onClick={() => askAgain('person')}>
              もう一度
            </Button>
            <Button size="sm" onClick={() => location.reload()}>
              再読み込み
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
