export const COPY = {
  region: 'アプリのインストール',
  title: 'ミルトモをアプリとして使う',
  body: 'ホーム画面からすぐに開けて、電波のない場所でも使えます。',
  install: 'インストール',
  how: '追加のしかた',
  later: '閉じる（24時間は表示しません）',
  guide: 'ホーム画面に追加する',
  more: 'ヘルプで詳しく見る',
  unsent: (count: number) =>
    `送信していないものが${count}件あります。追加したアプリには移らないので、先にこの画面で送ってください。`,
  sync: '同期センターを開く',
  otherApp: 'LINEなど、ほかのアプリの中で開いているときは、先にSafariで開いてください。',
} as const

/** The first start of the app on the home screen of iOS. */
export const FIRST_START = {
  region: 'アプリの最初の起動',
  body: 'ホーム画面のアプリはSafariとは別に保存するため、もう一度だけログインしてください。',
  login: 'ログイン',
  close: '閉じる',
} as const

export const STEPS = {
  ios: [
    { drawing: 'share', text: 'Safariの共有ボタン（四角から上向きの矢印）を押します。' },
    { drawing: 'add', text: '一覧から「ホーム画面に追加」を選びます。' },
    { drawing: 'home', text: '右上の「追加」を押すと、ホーム画面にミルトモが並びます。' },
  ],
  android: [
    { drawing: 'menu', text: 'ブラウザのメニュー（縦に並んだ三つの点）を開きます。' },
    { drawing: 'add', text: '「ホーム画面に追加」または「アプリをインストール」を選びます。' },
    { drawing: 'home', text: '「インストール」を押すと、ホーム画面にミルトモが並びます。' },
  ],
} as const

export type Drawing = (typeof STEPS)['ios' | 'android'][number]['drawing']
