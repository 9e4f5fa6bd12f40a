import type { Presence } from '#domain/presence.ts'
import { NOT_STORED } from '#ui/not-stored.ts'

export const COPY = {
  presences: {
    online: 'オンライン',
    away: '離席中',
    busy: '取り込み中',
    offline: 'オフライン',
  } satisfies Record<Presence, string>,
  typing: '入力中…',
  own: '自分の状態',
  ownHint: '会話の相手に表示されます。画面を閉じると、オフラインになります。',
  chooseOnline: 'オンライン',
  chooseOnlineHint: '5分操作しないと、離席中になります。',
  chooseBusy: '取り込み中',
  chooseBusyHint: 'アプリを開いている間、いつも取り込み中と表示します。',
  notStored: NOT_STORED,
} as const
