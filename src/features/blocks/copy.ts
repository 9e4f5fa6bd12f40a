export const COPY = {
  title: 'ブロックした人',
  lead: 'ブロックした人とは、お互いにプロフィール・会話・通知が見えなくなります。相手には知らされません。',
  empty: 'ブロックしている人はいません',
  emptyBody: '相手のプロフィールか会話の画面のメニューからブロックできます。',
  nobody: '名前のわからないユーザー',
  since: 'からブロック中',
  unblock: 'ブロック解除',
  unblockNamed: (name: string) => `${name}さんのブロックを解除`,
  unblocked: (name: string) => `${name}さんのブロックを解除しました。`,
  failed: '端末に保存できず、ブロックを解除できませんでした。空き容量を確かめて、もう一度お試しください。',
} as const
