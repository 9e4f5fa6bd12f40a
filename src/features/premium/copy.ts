import type { SubscriptionPlan } from '#domain/premium.ts'
import { yen } from '#ui/yen.ts'
import { grouped } from '#ui/japanese-number.ts'

export const PLAN_NAMES: Readonly<Record<string, string>> = {
  monthly: '月額プラン',
  quarterly: '3か月プラン',
  yearly: '年額プラン',
  standard: 'スタンダード',
  expired: '期限切れ',
}
/** How often it is paid; never torn apart at the end of a line. */
const EVERY: Record<SubscriptionPlan['id'], string> = {
  monthly: '1か月',
  quarterly: '3\u2060か\u2060月',
  yearly: '1年',
}

export const COPY = {
  premium: 'プレミアム',
  home: 'ホームへ戻る',
  support: 'サポートに問い合わせる',
  retry: 'もう一度読み込む',
  needsConnection: 'プレミアムの登録と変更には接続が必要です',
  needsConnectionBody: '接続が戻ると、この画面で続けられます。',
  loadFailed: 'プレミアムの情報を読み込めませんでした',
  loading: 'プレミアムの情報を読み込み中...',
  features: 'プレミアムの機能を見る',
  stale: '接続がないため、この端末に保存された情報を表示しています。',
  benefits: 'プレミアムでできること',
  until: '有効期限',
  noEnd: '期限なし',
  plan: 'プラン',
  days: (days: number) => `残り${grouped(days)}日`,
} as const

export const UPGRADE_COPY = {
  title: 'プレミアム登録',
  lead: '好みの近い人ともっと出会い、動画をもっと深く楽しむための会員プランです。',
  plans: 'プランを選ぶ',
  every: (plan: SubscriptionPlan) => `${EVERY[plan.id]}ごとに自動更新`,
  perMonth: (amount: number) => `1か月あたり${yen(amount)}`,
  saved: (percent: number) => `月額プランより${percent}%お得`,
  choose: 'このプランを選ぶ',
  compare: '無料プランとくらべる',
  questions: 'よくある質問',
  active: 'プレミアムをご利用中です',
  activeBody: (date: string | null) => (date === null ? '' : `${date}までご利用いただけます。`),
  toDashboard: 'プレミアムのホームへ',
  toExtend: '延長について',
} as const

export const CONFIRM_COPY = {
  title: 'お申し込み内容の最終確認',
  lead: '内容をお確かめのうえ、お支払いへ進んでください。お支払いの完了をもって、お申し込みが確定します。',
  quantity: '分量',
  quantityBody: (plan: SubscriptionPlan) =>
    `プレミアム会員 ${PLAN_NAMES[plan.id] ?? plan.name} 1件（${EVERY[plan.id]}）。解約されるまで、${EVERY[plan.id]}ごとに自動で更新されます。`,
  price: '販売価格',
  priceBody: (plan: SubscriptionPlan) =>
    `${yen(plan.amount)}（税込）／${EVERY[plan.id]}。更新のたびに同じ金額をお支払いいただきます。送料などの追加料金はありません。通信料はお客様のご負担です。`,
  payment: '支払いの時期と方法',
  paymentBody: (plan: SubscriptionPlan) =>
    `クレジットカード。初回はお申し込み時、2回目からは${EVERY[plan.id]}ごとの更新日に自動でお支払いいただきます。`,
  delivery: '提供時期',
  deliveryBody: 'お支払いの確認後、すぐにご利用いただけます。',
  period: '申込みの期間',
  periodBody: '申込みの期間に定めはありません。表示の価格は、この画面でのお申し込みに適用されます。',
  withdrawal: '申込みの撤回・解約',
  withdrawalBody: (plan: SubscriptionPlan) =>
    `いつでも「プレミアムの解約」の画面から解約できます。解約すると次の更新から請求はなく、支払い済みの期間（最長${EVERY[plan.id]}）の終わりまでご利用いただけます。サービスの性質上、お支払い後の申込みの撤回・返金はできません。当社の都合でサービスを提供できない場合は返金します。`,
  back: 'プランを選び直す',
  toPayment: 'お支払いへ進む',
  offline: 'お支払いには接続が必要です。選んだプランは残しています。',
  payment_form: 'お支払い',
  done: 'お支払いが完了しました',
  doneBody: 'プレミアムを有効にしています。このままお待ちください。',
  late: 'お支払いは完了しました。プレミアムが有効になるまで、もう少し時間がかかります。有効になると通知でお知らせします。',
  look: 'もう一度確かめる',
} as const

export const EXPIRED_COPY = {
  title: 'プレミアムの有効期限が切れました',
  ended: (date: string) => `${date}に有効期限が切れました。`,
  lead: '再開すると、すぐに次の特典をご利用いただけます。お気に入りや評価、メッセージはそのまま残っています。',
  renew: 'プレミアムを再開する',
} as const

export const DASHBOARD_COPY = {
  title: 'プレミアム',
  paid: 'お支払いが完了しました。プレミアムへようこそ。',
  status: 'ご利用状況',
  renews: (date: string) => `${date}に自動で更新されます。`,
  ends: (date: string) => `解約を受け付けています。${date}までご利用いただけます。`,
  endsAlone: (date: string) => `自動更新はありません。${date}に終了します。`,
  pastDue:
    '更新のお支払いを確認できませんでした。カードの有効期限や利用限度額をお確かめください。お支払いは自動でもう一度試します。確認できないままだとプレミアムは終了し、そのあと新しいカードでお申し込みいただけます。',
  rooms: 'プレミアムの機能',
  account: '契約とサポート',
} as const
