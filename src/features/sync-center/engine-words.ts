import type { EngineState, EngineStatus } from '#sync/engine-state.ts'
import { whileOffline, whileSending } from '#ui/browser-sentences.ts'
import type { IconName } from '#ui/icon.tsx'

export type EngineWords = { title: string; body: string; icon: IconName; tone: 'calm' | 'good' | 'caution' }
/** none: nothing to do · refused: nothing waits, but something was refused · some: something waits to be sent. */
type Work = 'none' | 'refused' | 'some'

const offline = (body: string): EngineWords => ({ title: 'オフライン', body, icon: 'offline', tone: 'calm' })
const offlineWords = (): Record<Work, EngineWords> => ({
  none: offline('接続が戻ると、自動で同期します。'),
  refused: offline('接続が戻ると、自動で同期します。'),
  some: offline(whileOffline()),
})
const syncing: EngineWords = {
  title: '同期中',
  body: '新しい内容を確かめています。',
  icon: 'refresh',
  tone: 'calm',
}
const waiting = (body: string): EngineWords => ({ title: '待機中', body, icon: 'clock', tone: 'calm' })
const signedOut = (body: string): EngineWords => ({
  title: 'ログインし直してください',
  body,
  icon: 'login',
  tone: 'caution',
})

/** What the engine does, told by what there is to do. Total. */
const allWords = (): Record<EngineState, Record<Work, EngineWords>> => ({
  idle: {
    none: { title: 'すべて保存済み', body: '', icon: 'checkCircle', tone: 'good' },
    refused: { title: '要対応があります', body: '', icon: 'alert', tone: 'caution' },
    some: waiting('まもなく送ります。'),
  },
  exchanging: {
    none: syncing,
    refused: syncing,
    some: { title: '送信中', body: whileSending(), icon: 'upload', tone: 'calm' },
  },
  waiting: { none: waiting(''), refused: waiting(''), some: waiting('') },
  offline: offlineWords(),
  signed_out: {
    none: signedOut('ログインの有効期限が切れました。'),
    refused: signedOut('ログインの有効期限が切れました。書いた内容は残っています。'),
    some: signedOut('ログインの有効期限が切れました。書いた内容は残っていて、ログインすると送ります。'),
  },
})

/** Why the last request failed. Total. */
export const FAILURES = {
  network: 'サーバーに接続できませんでした。',
  stalled: 'サーバーの返事が途中で止まりました。',
  not_the_server:
    'サーバーではないところから返事がありました。Wi-Fiのログイン画面を確かめるか、しばらくお待ちください。',
  server: 'サーバーで問題が起きています。',
  busy: 'サーバーが混み合っています。',
  reauthenticate: 'ログインの有効期限が切れました。',
  rejected: 'サーバーが受け付けませんでした。',
  storage: 'この端末のデータを読み書きできませんでした。',
} as const satisfies Record<NonNullable<EngineStatus['failure']>, string>

/** `online`: as the page knows it. `pending`: edits that the server does not have and did not refuse; `refused`: those that it did. */
export function engineWords(
  status: EngineStatus,
  online: boolean,
  { pending, refused }: { pending: number; refused: number },
): EngineWords {
  const work = pending > 0 ? 'some' : refused > 0 ? 'refused' : 'none'
  const words = allWords()
  if (status.state === 'signed_out') return words.signed_out[work]
  if (!online) return words.offline[work]
  const told = words[status.state][work]
  const because = status.failure === null || status.state === 'idle' ? '' : FAILURES[status.failure]
  return told.body === '' && because !== '' ? { ...told, body: because } : told
}
