import type { ReportReason } from '#domain/report.ts'

export const PERSON_COPY = {
  menu: (name: string) => `${name}さんへの操作`,
  keep: 'やめる',
  block: 'ブロック',
  blockAsk: 'ブロックしますか？',
  blockWho: (name: string) => `${name}さんをブロックします。`,
  blockBody: [
    'お互いのプロフィール、会話、レビュー、通知が見えなくなり、メッセージを送れなくなります。',
    '相手には知らされません。',
    'マイページの「ブロックした人」から、いつでも解除できます。解除すると会話は元どおり表示されます。',
  ],
  blockYes: 'ブロックする',
  blocked: (name: string) => `${name}さんをブロックしました。`,
  notBlocked: '端末に保存できず、ブロックできませんでした。空き容量を確かめて、もう一度お試しください。',
  report: '通報',
  reportAsk: '運営に通報しますか？',
  reportWho: (name: string) => `${name}さんを運営に通報します。`,
  reportWhat: '相手には知らされません。接続がないときは端末に保存し、つながりしだい送ります。',
  reportedBefore: 'この相手はすでに通報しています。もう一度通報すると、新しい内容に置き換わります。',
  reportReason: '理由',
  reportReasons: {
    harassment: '嫌がらせ・暴言・脅し',
    spam: '宣伝・勧誘などの迷惑行為',
    impersonation: 'なりすまし',
    minor: '18歳未満と思われる',
    other: 'その他',
  } satisfies Record<ReportReason, string>,
  reportWhich: '理由をひとつ選んでください。',
  reportDetails: 'くわしい内容',
  reportDetailsHint: 'いつ、何があったかを書くと、確認が早く進みます。',
  reportAndBlock: 'ブロックもする',
  reportYes: '通報する',
  reported: (name: string) => `${name}さんの通報を受け付けました。`,
  reportNotStored:
    '端末に保存できず、通報できませんでした。入力した内容は残しています。空き容量を確かめて、もう一度お試しください。',
} as const
