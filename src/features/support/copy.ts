import type { ContactFailure, ContactKind } from '#domain/contact.ts'
import type { ReportReason, ReportSubject } from '#domain/report.ts'

const KEPT = '入力した内容は残しています。'

export const CONTACT_COPY = {
  title: 'お問い合わせ',
  lead: '使い方、お支払い、不具合など、お気軽にお知らせください。メールでお返事します。',
  before: 'お急ぎのときは、先にヘルプとよくある質問をお確かめください。',
  help: 'ヘルプ',
  faq: 'よくある質問',
  offline: `送信には接続が必要です。${KEPT}接続が戻ったら、送信してください。`,
  name: 'お名前',
  email: 'メールアドレス',
  emailHint: 'お返事をお送りする先です。',
  emailBad: 'メールアドレスの形になっていません。確かめてください。',
  nameLong: 'お名前は100文字以内で入力してください。',
  kind: 'お問い合わせの種類',
  choose: '選んでください',
  kindMissing: '種類を選んでください。',
  message: '内容',
  messageHint: 'パスワードやカード番号は書かないでください。',
  messageMissing: '内容を入力してください。',
  send: '送信する',
  loading: '読み込み中...',
  done: 'お問い合わせを受け付けました',
  doneBody: (email: string) => `${email}にお返事します。平日10時から18時の間に順に確認しています。`,
  another: '続けて問い合わせる',
  home: 'ホームへ戻る',
} as const

export const KINDS: Record<ContactKind, string> = {
  usage: '使い方',
  account: 'アカウント・ログイン',
  payment: 'お支払い・解約・返金',
  problem: '不具合',
  report: '通報',
  privacy: '個人情報・開示の請求',
  other: 'その他',
}

export const FAILURES: Record<ContactFailure, string> = {
  name_too_long: `${CONTACT_COPY.nameLong}${KEPT}`,
  email_invalid: `${CONTACT_COPY.emailBad}${KEPT}`,
  kind_unknown: `${CONTACT_COPY.kindMissing}${KEPT}`,
  message_missing: `${CONTACT_COPY.messageMissing}${KEPT}`,
  message_too_long: `2,000文字以内で入力してください。${KEPT}`,
  id_taken: `送信できませんでした。もう一度お試しください。${KEPT}`,
  too_many: `短い間に多くのお問い合わせがあったため、いまは送信できません。1時間以上おいて、もう一度お試しください。${KEPT}`,
  signed_out: `ログインの有効期限が切れました。もう一度ログインしてください。${KEPT}`,
  offline: `接続できなかったため、送信できませんでした。接続を確かめて、もう一度お試しください。${KEPT}`,
  server: `送信できませんでした。時間をおいて、もう一度お試しください。${KEPT}`,
}

export const REPORT_COPY = {
  title: '通報',
  lead: '困った人や内容を、運営に知らせることができます。相手には知らされません。',
  what: '通報できるもの',
  whatList: [
    'いやがらせ、暴言、脅し',
    '宣伝や勧誘などの迷惑行為',
    'なりすまし',
    '18歳未満と思われる人の利用',
    '権利を侵害する内容や、法令に反する内容',
  ],
  how: '通報のしかた',
  howList: [
    '人: プロフィールか会話の画面のメニューから「通報」を選ぶのがいちばん確実です。同じメニューからブロックもできます。',
    '動画のコメント: コメントのある動画のページのURLと、書いた人の名前を下のフォームでお知らせください。',
    'メッセージ: 会話の画面のメニューから「通報」を選ぶか、会話のURLを下のフォームでお知らせください。',
    'イベント: イベントの画面の「通報」を選ぶと、URLの入ったフォームが開きます。',
  ],
  after: '通報のあと',
  afterBody:
    '運営が内容を確認し、必要に応じてコメントの非表示やアカウントの利用停止を行います。身の危険を感じるときは、警察（110番）にご相談ください。',
  form: '通報する',
  login: '通報のフォームを使うにはログインしてください。',
  toLogin: 'ログイン',
  visitor: 'アカウントのない方は、お問い合わせからお知らせください。',
  contact: 'お問い合わせ',
  offline: `送信には接続が必要です。${KEPT}プロフィールの通報は、接続がなくても端末に保存し、つながりしだい送ります。`,
  subject: '何を通報しますか',
  subjects: {
    person: '人（プロフィール）',
    comment: '動画のコメント',
    message: 'メッセージ',
    event: 'イベント',
    other: 'その他',
  } satisfies Record<ReportSubject, string>,
  subjectMissing: '何を通報するかを選んでください。',
  address: 'ページのURL',
  addressHint: 'ブラウザのアドレス欄からコピーしてください。',
  addressBad: 'ミルトモのページのURLを入力してください。',
  profileBad: 'プロフィールのページのURLを入力してください（/profile/ で始まり、長い番号が続くもの）。',
  reason: '理由',
  reasons: {
    harassment: '嫌がらせ・暴言・脅し',
    spam: '宣伝・勧誘などの迷惑行為',
    impersonation: 'なりすまし',
    minor: '18歳未満と思われる',
    other: 'その他',
  } satisfies Record<ReportReason, string>,
  reasonMissing: '理由をひとつ選んでください。',
  body: 'くわしい内容',
  bodyHint: 'いつ、誰に、何があったかを書くと、確認が早く進みます。',
  send: '通報する',
  done: '通報を受け付けました',
  doneBody: 'お知らせいただき、ありがとうございます。内容を確認します。',
  doneLocal: 'お知らせいただき、ありがとうございます。接続がないときは端末に保存し、つながりしだい送ります。',
  another: '別の通報をする',
  notOpen: `端末のデータを開いています。少し待ってから、もう一度お試しください。${KEPT}`,
  notStored: `端末に保存できず、通報できませんでした。自分を通報することはできません。${KEPT}`,
  /** What admins read of a report that is about no person. */
  told: (subject: string, address: string, reason: string, body: string) =>
    [`対象: ${subject}`, address && `URL: ${address}`, `理由: ${reason}`, '', body]
      .filter((line, index) => line !== '' || index === 3)
      .join('\n')
      .trim(),
} as const
