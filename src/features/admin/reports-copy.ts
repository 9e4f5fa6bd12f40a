import type { ReportStatus } from '#domain/admin.ts'
import type { ReportReason } from '#domain/report.ts'
import { grouped } from '#ui/japanese-number.ts'

export const REPORTS = {
  title: '通報',
  statuses: { open: '未対応', resolved: '対応済み', dismissed: '却下' } satisfies Record<
    ReportStatus,
    string
  >,
  empty: 'この状態の通報はありません',
  reasons: {
    harassment: 'いやがらせ・暴言',
    spam: '宣伝・迷惑行為',
    impersonation: 'なりすまし',
    minor: '18歳未満の疑い',
    other: 'その他',
  } satisfies Record<ReportReason, string>,
  noBody: '詳しい説明はありません。',
  by: (name: string) => `${name}さんからの通報`,
  about: '通報された人',
  others: (count: number) => `ほかに${grouped(count)}件の通報`,
  noBio: '自己紹介はありません。',
  comments: '最近の公開コメント',
  noComments: '公開しているコメントはありません。',
  hide: '非表示にする',
  hideNamed: (title: string) => `「${title}」へのコメントを非表示にする`,
  hideAsk: 'コメントを非表示にしますか？',
  hideBody:
    '誰からも見えなくなり、本人の端末からも消えます。評価の点数は残ります。理由は本人に知らされます。',
  hideYes: '非表示にする',
  hidden: 'コメントを非表示にしました。',
  resolve: '対応済みにする',
  resolveAsk: '対応済みにしますか？',
  resolveBody: '必要な対応が済んだことを記録します。通報した人には、内容を確認したことだけが知らされます。',
  resolved: '対応済みにしました。',
  dismiss: '却下する',
  dismissAsk: '通報を却下しますか？',
  dismissBody: '対応の必要がないことを記録します。通報した人には、内容を確認したことだけが知らされます。',
  dismissed: '通報を却下しました。',
} as const
