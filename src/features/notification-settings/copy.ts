import type { NotificationFlag } from '#domain/notification-preferences.ts'
import { grouped } from '#ui/japanese-number.ts'

export const COPY = {
  title: '通知設定',
  lead: '変更はこの端末に保存され、つながったときに、ほかの端末にも反映されます。',
  remaining: (left: number) => `本日残り${grouped(left)}件`,
  used: (limit: number, used: number) =>
    `1日${grouped(limit)}件のうち${grouped(used)}件が届きました。重要な通知は件数に入りません。`,
  remainingOffline: '本日の残りの件数は、接続しているときに表示します。',
  remainingLoading: '本日の残りの件数を確認しています。',
  perDayHint: '重要な通知は、上限を超えても届きます。',
  perDayValue: (value: number) => (value === 0 ? '重要な通知だけ' : `${grouped(value)}件`),
  intervalValue: (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60}時間` : `${minutes}分`),
  push: {
    title: 'この端末のプッシュ通知',
    unknown: '確認しています。',
    unsupported: 'このブラウザーには、プッシュ通知の機能がありません。',
    uninstalled: 'ホーム画面に追加すると、通知を受け取れます。',
    private: 'プライベートウインドウでは、プッシュ通知を受け取れません。',
    unavailable: 'プッシュ通知は、現在ご利用いただけません。',
    forbidden: 'ブラウザーの設定で通知がブロックされています。サイトの設定で許可すると利用できます。',
    forbiddenApp: '通知がオフになっています。端末の「設定」の「通知」で、ミルトモを許可してください。',
    off: 'オンにすると、アプリを閉じているときにも通知が届きます。',
    on: 'この端末に届きます。ログアウトすると止まります。',
    turnOn: 'オンにする',
    turnOff: 'オフにする',
    offline: 'オンにするには接続が必要です。',
    failed: 'プッシュ通知をオンにできませんでした。しばらくしてからもう一度お試しください。',
  },
  groups: {
    ways: '受け取り方',
    videos: '動画とレビュー',
    people: '人とのつながり',
    others: 'お知らせと記録',
  },
} as const

export const FLAG_HINTS: Partial<Record<NotificationFlag, string>> = {
  in_app_notifications: 'オフのあいだに起きたことは、あとからも届きません。',
  push_notifications: 'オンにした端末に届きます。端末ごとの設定は下にあります。',
  email_notifications: 'メールでの配信はまだ行っていません。設定は保存されます。',
  quiet_hours_enabled: '22:00〜7:00は、重要な通知のほかは届けず、朝に届けます。',
  batch_notifications: '重要な通知のほかを、一定の間隔で1件にまとめます。',
}
