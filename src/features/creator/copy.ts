import type { ChannelFailure } from '#domain/channel.ts'
import type { OwnBooking } from '#domain/creator.ts'
import type { ImportedVideo, ImportFailure, ImportRefusal } from '#domain/youtube-video.ts'
import { grouped } from '#ui/japanese-number.ts'
import { yen } from '#ui/yen.ts'

export const COPY = {
  number: grouped,
  yen,
  loading: '読み込み中...',
  retry: 'もう一度読み込む',
  loadFailed: '読み込めませんでした。',
  reloadFailed: '読み込めなかったため、前に読み込んだ内容を表示しています。',
  needsConnection: 'この内容の表示には接続が必要です。',
  stale: 'オフラインのため、最後に読み込んだ内容を表示しています。',

  registerTitle: 'YouTuber登録',
  registerLead:
    'チャンネルを登録すると、自分の動画への評価の推移を見たり、プロモーション枠を予約したりできます。登録は無料です。',
  registered: '登録しました',
  registerOffline: '登録には接続が必要です。入力した内容はこの端末に残ります。',
  register: '登録する',
  isCreator: 'このアカウントは登録済みです。',
  toDashboard: 'ダッシュボードを開く',
  channelUrl: 'チャンネルのURL',
  channelUrlHint: '例: https://www.youtube.com/@example またはチャンネルのページのアドレス',
  channelUrlUnread: 'まだチャンネルのURLとして読み取れません。例: https://www.youtube.com/@example',
  channelUrlBad: 'YouTubeチャンネルのURLとして読み取れません。',
  channelUrlRead: (url: string) => `登録するチャンネル: ${url}`,
  handleNeeded: 'このURLからはチャンネルを確認できません。@から始まるハンドルを入力してください。',
  codeStep: 'YouTube Studioで、チャンネルの説明に次のコードを加えて公開します。',
  urlStep: (action: string) =>
    `チャンネルのURLを入力して「${action}」を押します。チャンネル名はYouTubeから読み込みます。`,
  afterStep: 'コードは、確認が済んだら消してかまいません。',
  consent: ['', 'クリエイターガイドライン', 'を読み、同意します。'] as const,
  consentMissing: '登録するには、ガイドラインへの同意が必要です。',
  registerAside: '登録の前に',
  registerFacts: [
    '登録できるのは、自分が運営しているチャンネルだけです。説明に加えたコードで確認します。',
    '一つのチャンネルを登録できるのは一つのアカウントだけです。',
    'チャンネル名とURLは、ほかの利用者にも表示されます。',
  ],

  dashboardTitle: 'クリエイターダッシュボード',
  openChannel: 'YouTubeで開く',
  newTab: '（新しいタブで開きます）',
  noChannel: 'チャンネル未設定',
  registerChannel: 'チャンネルを登録',
  changeChannel: 'チャンネル情報を変更',
  channelChanged: 'チャンネル情報を変更しました',
  change: '変更する',
  changeOffline: '変更には接続が必要です。入力した内容はこの端末に残ります。',

  paymentChecking: '支払いを確認しています',
  paymentCheckingHint: '確認できるまで、予約は掲載されません。このまま待つか、あとでもう一度開いてください。',
  paymentConfirmed: (slot: string, from: string) =>
    `支払いを確認しました。「${slot}」は${from}から掲載されます。`,
  paymentFailed: '支払いを確認できませんでした。予約の一覧で状態を確認してください。',

  figures: '評価のまとめ',
  videoCount: '動画',
  ratingCount: '評価',
  reviewCount: 'レビュー',
  average: '平均',
  noAverage: '–',
  radar: '自分の動画全体の、六つの軸の平均',
  own: '自分の動画',
  noRatings: 'まだ評価がありません',
  noRatingsHint: '動画を登録すると、ここに六つの軸の平均と評価の推移が表示されます。',
  trend: '評価の推移',
  trendLead: '一日ごとの総合評価の平均です。',
  trendOf: '対象',
  allVideos: 'すべての動画',
  trendTitle: (days: number) => `この${grouped(days)}日間の総合評価`,
  trendSummary: (days: number, count: number, average: string) =>
    `${grouped(days)}日間に${grouped(count)}件の評価があり、平均は${average}点です。`,
  noTrend: (days: number) => `この${grouped(days)}日間に評価はありません。`,
  period: '期間',
  days: (days: number) => `${grouped(days)}日間`,
  inNumbers: '数値を表で見る',
  day: '日付',
  count: '件数',

  videos: '自分の動画',
  videosList: '自分の動画の一覧',
  noVideos: '動画がまだありません',
  noVideosHint: '下の欄から、自分のチャンネルの動画を登録できます。',
  moreVideos: (count: number) => `ほかに${grouped(count)}本あります。新しい順に50本を表示しています。`,

  importTitle: '動画を登録する',
  importLead: '自分のチャンネルの動画を、YouTubeから読み込みます。1時間に100本まで登録できます。',
  importField: '動画のURLまたはID',
  importHint: '一行に一つずつ入力してください。',
  importEmpty: '動画のURLまたはIDを入力してください。',
  importTooMany: '一度に登録できるのは100本までです。',
  genre: 'ジャンル',
  noGenre: '選ばない',
  importAction: '動画を登録する',
  importOffline: '登録には接続が必要です。入力した内容はこの端末に残ります。',
  importResults: '登録の結果',
  importDone: (added: number, updated: number, refused: number) =>
    [
      added > 0 && `${grouped(added)}本を登録しました。`,
      updated > 0 && `${grouped(updated)}本を更新しました。`,
      refused > 0 && `${grouped(refused)}本は登録できませんでした。`,
    ]
      .filter(Boolean)
      .join(''),

  bookings: 'プロモーション枠の予約',
  bookingsTable: 'プロモーション枠の予約の一覧',
  noBookings: '予約はまだありません',
  noBookingsHint: '料金プランから、動画を掲載する枠を選べます。',
  toPlans: '料金プランを見る',
  promotions: '表示回数を見る',
  book: '枠を予約する',
  slot: '枠',
  video: '動画',
  period2: '掲載期間',
  amount: '金額（税込）',
  status: '状態',
  payment: '支払い',
  goneVideo: '（削除された動画）',
  goneSlot: '（終了した枠）',
  refunded: (amount: number) => `うち返金 ${yen(amount)}`,

  report: '広告の表示とクリック',
  reportLead: '掲載中と掲載済みの予約すべての、一日ごとの合計です。',
  noReport: 'まだ記録がありません',
  noReportHint:
    '動画がプロモーション枠に掲載されると、表示された回数とクリックされた回数がここに記録されます。',
  impressions: '表示回数',
  clicks: 'クリック数',
  times: (value: number) => `${grouped(value)}回`,
  reportSummary: (name: string, days: number, total: number) =>
    `${grouped(days)}日間の${name}の合計は${grouped(total)}回です。`,
} as const

export const STATUSES = {
  pending: '支払い待ち',
  active: '予約確定・掲載中',
  completed: '掲載終了',
  cancelled: '取り消し',
} as const satisfies Record<OwnBooking['status'], string>

export const PAYMENTS = {
  pending: '未払い',
  processing: '確認中',
  succeeded: '支払い済み',
  failed: '失敗',
  cancelled: '取り消し',
  refunded: '返金済み',
} as const satisfies Record<OwnBooking['payment_status'], string>

export const CHANNEL_FAILURES = {
  signed_out: 'ログインの期限が切れました。もう一度ログインしてください。',
  suspended: 'アカウントの利用が停止されているため、登録できません。',
  channel_url_invalid: COPY.channelUrlBad,
  handle_needed: COPY.handleNeeded,
  channel_unknown: 'このチャンネルはYouTubeで見つかりません。URLを確認してください。',
  code_missing:
    'チャンネルの説明にコードが見つかりません。説明を公開した直後のときは、数分おいてもう一度お試しください。',
  channel_taken:
    'このチャンネルは、ほかのアカウントで登録されています。心当たりがないときはお問い合わせください。',
  already_registered: 'このアカウントは、すでにチャンネルを登録しています。',
  rate_limited: '1時間に確認できるのは10回までです。しばらくしてからもう一度お試しください。',
  quota_exceeded: '今日はYouTubeへの問い合わせの上限に達しました。明日もう一度お試しください。',
  youtube_unavailable: 'YouTubeに問い合わせできませんでした。時間をおいてもう一度お試しください。',
  offline: '接続できませんでした。入力した内容はこの端末に残っています。',
  server: '登録できませんでした。時間をおいてもう一度お試しください。',
} as const satisfies Record<ChannelFailure, string>

export const IMPORT_FAILURE_TEXTS = {
  signed_out: 'ログインの期限が切れました。もう一度ログインしてください。',
  invalid: '内容を読み取れませんでした。入力を確認してください。',
  too_many: COPY.importTooMany,
  not_creator: '先にYouTuber登録をしてください。',
  rate_limited: '1時間に登録できるのは100本までです。しばらくしてからもう一度お試しください。',
  quota_exceeded: '今日はYouTubeへの問い合わせの上限に達しました。明日もう一度お試しください。',
  youtube_unavailable: 'YouTubeに問い合わせできませんでした。時間をおいてもう一度お試しください。',
  offline: '接続できませんでした。入力した内容はこの端末に残っています。',
  server: '登録できませんでした。時間をおいてもう一度お試しください。',
} as const satisfies Record<ImportFailure, string>

export const IMPORT_REASONS = {
  invalid_id: '動画のURLまたはIDではありません。',
  not_found: 'YouTubeで見つかりません。',
  not_public: '公開されていません。',
  not_embeddable: 'YouTube以外での再生が許可されていません。',
  not_processed: 'YouTubeでの処理が終わっていません。',
  foreign_channel: '登録したチャンネルの動画ではありません。',
  taken: 'ほかのクリエイターの動画として登録されています。',
  hidden: '公開を停止された動画です。',
} as const satisfies Record<ImportRefusal, string>

export const IMPORT_STATUSES = {
  added: '登録しました',
  updated: '更新しました',
  refused: '登録できません',
} as const satisfies Record<ImportedVideo['status'], string>
