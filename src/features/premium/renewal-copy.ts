import { BUY_AGAIN_WITHIN_DAYS } from '#domain/premium.ts'
import { yen } from '#ui/yen.ts'

export const EXTEND_COPY = {
  title: 'プレミアムの延長',
  renews: (date: string) => `プレミアムは${date}に自動で延長されます。お手続きはいりません。`,
  next: (amount: number) => `次回のお支払いは${yen(amount)}（税込）です。`,
  change: 'プランを変えるには、いまの契約を解約し、期間が終わったあとで新しいプランをお選びください。',
  ends: (date: string) =>
    `解約を受け付けているため、自動では延長されません。${date}までご利用いただけます。続けてご利用になる場合は、期間が終わったあとで新しいプランをお選びください。`,
  alone: (date: string) => `自動更新のないプレミアムです。${date}に終了します。`,
  later: `終了の${BUY_AGAIN_WITHIN_DAYS}日前から、新しいプランをお申し込みいただけます。新しいプランはお支払いの時点から始まります。`,
  now: '新しいプランをお申し込みいただけます。プランはお支払いの時点から始まり、残りの日数は引き継がれません。',
  endless: '期限のないプレミアムです。延長のお手続きはいりません。',
  choose: '新しいプランを選ぶ',
  toCancel: '解約のお手続き',
} as const

export const CANCEL_COPY = {
  title: 'プレミアムの解約',
  lead: (date: string) =>
    `解約しても、${date}まではプレミアムをそのままご利用いただけます。次の更新からの請求はありません。`,
  keeps: 'そのまま残るもの',
  kept: [
    'お気に入り・評価・レビュー・視聴履歴（100件を超えたお気に入りも消えません）',
    'マッチした人との会話と、これまでのつながり',
    'これまでに届いた通知のうち、無料プランで見られるもの',
  ],
  loses: '期間が終わると変わること',
  cancel: '解約の手続きへ進む',
  ask: 'プレミアムを解約しますか？',
  askBody: (date: string) => `${date}まで利用でき、その日に終了します。次の更新からの請求はありません。`,
  confirm: '解約する',
  keep: '解約しない',
  done: '解約を受け付けました。',
  scheduled: '解約を受け付けています',
  scheduledBody: (date: string) =>
    `${date}までプレミアムをご利用いただけます。その日に終了し、以後の請求はありません。`,
  none: '解約するものはありません',
  noneBody: (date: string | null) =>
    date === null
      ? '自動更新の契約はありません。'
      : `自動更新の契約はありません。プレミアムは${date}に終了します。`,
  offline: '解約のお手続きには接続が必要です。',
  unknownEnd: '支払い済みの期間の終わり',
  back: 'プレミアムのホームへ',
} as const
