import type { SubscriptionPlan } from '#domain/premium.ts'
import { yen } from '#ui/yen.ts'

const ON_REQUEST = 'ご請求があれば、遅滞なく開示します。お問い合わせからご請求ください。'
const EVERY: Record<SubscriptionPlan['id'], string> = { monthly: '1か月', quarterly: '3か月', yearly: '1年' }

export const COMMERCE_COPY = {
  title: '特定商取引法に基づく表記',
  lead: 'ミルトモで販売するプレミアム会員とプロモーション枠（広告）についての表示です。',
  seller: '事業者',
  onRequest: ON_REQUEST,
  sellerFacts: {
    name: '販売業者',
    representative: '運営責任者',
    address: '所在地',
    phone: '電話番号',
    email: 'メールアドレス',
  },
  contact: 'お問い合わせ',
  contactBody: 'お問い合わせフォームから受け付けます。',
  premium: 'プレミアム会員',
  promotion: 'プロモーション枠（広告）',
  price: '販売価格（税込）',
  planPrice: ({ id, name, amount }: Pick<SubscriptionPlan, 'id' | 'name' | 'amount'>) =>
    `${name} ${yen(amount)}／${EVERY[id]}`,
  slotPrice: (name: string, perDay: number) => `${name} 1日 ${yen(perDay)}`,
  slotPriceBody: (durations: readonly number[]) =>
    `掲載する日数（${durations.map((days) => `${days}日`).join('・')}）を掛けた金額が合計です。`,
  noPrices: 'いま販売しているものはありません。',
  offline: '価格を表示するには接続が必要です。',
  failed: '価格を読み込めませんでした。',
  retry: 'もう一度読み込む',
  loading: '価格を読み込み中...',
  extra: '価格以外の費用',
  extraBody: '送料や手数料などの追加料金はありません。通信料はお客様のご負担です。',
  payment: '支払いの時期と方法',
  premiumPayment:
    'クレジットカード。初回はお申し込み時、2回目からは選んだプランの期間ごとの更新日に自動でお支払いいただきます。',
  delivery: '提供の時期',
  promotionDelivery:
    '選んだ掲載開始日の0時から、掲載する日数が終わる日の24時まで（日本時間）。「広告」と提供者名を添えて表示します。',
  renewal: '契約の期間と更新',
  renewalBody:
    '選んだプランの期間（1か月・3か月・1年）です。解約されるまで、同じ期間ごとに同じ金額で自動更新されます。',
  expiry: '申込みの有効期間',
  withdrawal: '申込みの撤回・解約・返金',
  premiumWithdrawal:
    'いつでも「プレミアムの解約」の画面から解約できます。解約すると次の更新から請求はなく、支払い済みの期間の終わりまでご利用いただけます。サービスの性質上、お支払い後の申込みの撤回・返金はできません。当社の都合でサービスを提供できない場合は返金します。',
  system: '動作環境',
  systemBody: '最新のChrome、Edge、Firefox、Safari。動画の再生には接続が必要です。',
} as const
