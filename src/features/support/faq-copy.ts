import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { howToInstall, whenSent } from '#ui/browser-sentences.ts'
import type { Question } from '#ui/question-list.tsx'

export const FAQ_COPY = {
  title: 'よくある質問',
  lead: 'お問い合わせの多い内容をまとめました。プレミアムについては専用のページがあります。',
  premium: 'プレミアムのよくある質問',
  help: 'ヘルプで調べる',
  contact: 'お問い合わせ',
} as const

/** As they are true in this browser. */
export const questions = (): readonly Question[] => [
  {
    question: '無料で使えますか？',
    answer:
      '動画の検索、評価、コメント、お気に入り、マッチング、メッセージは無料で使えます。プレミアム会員になると、紹介される人が増え、高度な検索などが使えるようになります。',
  },
  {
    question: '電波のないところでも使えますか？',
    answer: `一度開いた端末では、評価やお気に入り、メッセージの下書きと送信の予約などができます。書いたものは端末に保存します。${whenSent()}`,
  },
  {
    question: '書いたものが「端末に保存」のままです',
    answer: `まだサーバーに届いていません。${whenSent()}同期センターの「今すぐ同期」で、すぐに試すこともできます。`,
  },
  {
    question: '「要対応」と表示されました',
    answer:
      'サーバーで保存できなかったものがあります。内容は端末に残っています。同期センターで理由を確かめて、直すか、もう一度送るか、破棄するかを選んでください。',
  },
  {
    question: 'アプリとしてインストールできますか？',
    answer: howToInstall(),
  },
  {
    question: 'お気に入りは何件まで登録できますか？',
    answer: `無料プランでは${FREE_FAVORITE_LIMIT}件まで、プレミアムでは制限なく登録できます。`,
  },
  {
    question: 'マッチングは誰でも使えますか？',
    answer:
      '18歳以上の方が使えます。プロフィールに生年月日を登録してください。生年月日がほかの人に見えることはありません。',
  },
  {
    question: '2通目のメッセージを送れません',
    answer:
      '2通目からのメッセージを送るには、本人確認書類による年齢確認が必要です。アカウント認証の画面から申し込めます。',
  },
  {
    question: '相手に知られずにブロックや通報ができますか？',
    answer: 'できます。ブロックしたことも通報したことも、相手には知らされません。',
  },
  {
    question: 'パスワードを忘れました',
    answer: 'ログイン画面の「パスワードをお忘れですか」から、再設定のメールを受け取れます。',
  },
  {
    question: '自分の動画を宣伝できますか？',
    answer:
      'YouTuber登録をしてチャンネルの動画を取り込むと、有料のプロモーション枠を予約できます。料金は料金プランのページにあります。',
  },
  {
    question: '退会するとデータはどうなりますか？',
    answer:
      'アカウントと、サーバーにあるあなたのデータを消します。元には戻せません。残しておきたいものは、先に設定の「データの書き出し」で保存してください。',
  },
]
