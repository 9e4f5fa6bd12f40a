import {
  deletesUnvisited,
  installWay,
  type InstallWay,
  installingBringsPushes,
  sendsWhenClosed,
} from '#platform/browser-abilities.ts'
import { isGecko } from '#platform/engine.ts'
import type { StorageLifetime } from '#platform/storage-lifetime.ts'

/** What may be promised in this browser about the app: every sentence that is true in some engines only stands here. */

export const whileSending = (): string =>
  sendsWhenClosed()
    ? 'この画面を閉じてもかまいません。'
    : '途中で閉じたときは、次に開いたときに続きを送ります。'

export const whileOffline = (): string =>
  sendsWhenClosed()
    ? '接続が戻ると、自動で送ります。'
    : '接続が戻ると、自動で送ります。閉じたときは、次に開いたときに送ります。'

/** When what was written reaches the server. */
export const whenSent = (): string =>
  sendsWhenClosed()
    ? 'アプリを閉じていても、接続が戻ると送ります。'
    : 'このブラウザーでは、アプリを開いているあいだに送ります。閉じたときは、次に開いたときに送ります。'

const INSTALLING: Record<InstallWay, string> = {
  app: 'いま、インストールしたアプリで開いています。',
  ios: 'できます。Safariの共有ボタンから「ホーム画面に追加」を選びます。',
  android: 'できます。ブラウザのメニューから「ホーム画面に追加」または「アプリをインストール」を選びます。',
  dock: 'できます。Safariの「ファイル」メニューから「Dockに追加」を選びます。',
  'address-bar': 'できます。アドレス欄の右にあるインストールのボタンを押します。',
  none: 'このブラウザーにはインストールの機能がありません。ブラウザーのままで使えます。',
}

/** How the app is installed here, and what that changes. */
export function howToInstall(): string {
  const way = installWay()
  const differences = [
    deletesUnvisited() && way !== 'none' && INSTALLED_LASTS,
    installingBringsPushes() && INSTALLED_NOTIFIES,
  ].filter((sentence) => sentence !== false)
  const isSame = differences.length === 0 && way !== 'app' && way !== 'none'
  return [
    INSTALLING[way],
    ...differences,
    ...(isSame ? ['ブラウザのままでも同じように使えます。'] : []),
  ].join('')
}

const INSTALLED_LASTS =
  'Safariでは、1週間開かないと端末に保存した内容が消えることがありますが、追加したアプリでは消えません。'
const INSTALLED_NOTIFIES = 'プッシュ通知も、追加したアプリに届きます。'

/** An app on the home screen of iOS has a storage of its own. */
export const OWN_STORAGE =
  '追加したアプリはSafariとは別に保存します。たくさん書く前に追加し、アプリでもう一度ログインしてください。'

export const pushesArrive = (): string =>
  installingBringsPushes()
    ? 'プッシュ通知は、ホーム画面に追加したアプリで許可すると、閉じていても届きます。'
    : 'プッシュ通知は、端末のブラウザで許可すると、アプリを閉じていても届きます。'

/** What may become of what is stored here. */
export const STORED: Record<StorageLifetime, string> = {
  lasting: 'この端末のデータは、容量が足りないときも自動では消されません。',
  'until-full': '容量が足りないとき、ブラウザーがこの端末のデータを消すことがあります。',
  week: 'このブラウザーは、1週間開かないとこの端末のデータを消すことがあります。',
  window: 'プライベートウインドウを閉じると、この端末のデータは消えます。',
}

/** What is written and not sent may be lost here; null where it is not by itself. */
export const UNSENT: Record<StorageLifetime, string | null> = {
  lasting: null,
  'until-full': null,
  week: 'このブラウザーは、1週間開かないと送信していない内容も消すことがあります。早めに接続して送ってください。',
  window: 'プライベートウインドウを閉じると、送信していない内容は消えます。閉じる前に送ってください。',
}

/** The browser was asked to keep what is stored here, and did not agree. */
export function keepingRefused(): string {
  if (isGecko()) return '許可されませんでした。ブラウザーの、このサイトの設定で変えられます。'
  if (deletesUnvisited())
    return 'ブラウザーが認めませんでした。アプリとして追加すると、消されにくくなります。'
  return 'ブラウザーが認めませんでした。アプリとして追加するか、通知を許可すると認められることがあります。'
}
