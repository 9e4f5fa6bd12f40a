import { EmptyState } from './empty-state.tsx'

/** In place of a list that is empty because the account's first round could not come yet. */
export const NotArrived = () => (
  <EmptyState icon="offline" title="まだ端末に届いていません" body="接続が戻ると、自動で表示します。" />
)
