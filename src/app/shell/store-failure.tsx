import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useApp, useValue } from '../app-context.ts'

/** The person's database could not be opened: without it nothing of theirs can be shown or kept. */
export function StoreFailure() {
  const failed = useValue(useApp().keeper.state).status === 'failed'
  return (
    <div role="alert">
      {failed && (
        <div className="page mt-4">
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">
            <Icon name="alert" size={20} />
            <p className="min-w-0 flex-1">
              端末のデータを開けませんでした。空き容量を確かめて、再読み込みしてください。
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
