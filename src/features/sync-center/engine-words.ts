import type { EngineState, EngineStatus } from '#sync/engine-state.ts'
import type { IconName } from '#ui/icon.tsx'

export type EngineWords = { title: string; body: string; icon: IconName; tone: 'calm' | 'good' | 'caution' }
type Work = 'none' | 'some'

const OFFLINE: Record<Work, EngineWords> = {
  none: { title: 'オフライン', body: '接続が戻ると、自動で同期します。', icon: 'offline', tone: 'calm' },
  some: { title: 'オフライン', body: '接続が戻ると、自動で送ります。', icon: 'offline', tone: 'calm' },
}

/** What the engine does, told by whether something waits. Total. */
const WORDS = {
  idle: {
    none: { title: 'すべて保存済み', body: '', icon: 'checkCircle', tone: 'good' },
    some: { title: '待機中', body: 'まもなく送ります。', icon: 'clock', tone: 'calm' },
  },
  exchanging: {
    none: { title: '同期中', body: '新しい内容を確かめています。', icon: 'refresh', tone: 'calm' },
    some: { title: '送信中', body: 'この画面を閉じてもかまいません。', icon: 'upload', tone: 'calm' },
  },
  waiting: {
    none: { title: '待機中', body: '', icon: 'clock', tone: 'calm' },
    some: { title: '待機中', body: '', icon: 'clock', tone: 'calm' },
  },
  offline: OFFLINE,
  signed_out: {
    none: {
      title: 'ログインし直してください',
      body: 'ログインの有効期限が切れました。',
      icon: 'login',
      tone: 'caution',
    },
    some: {
      title: 'ログインし直してください',
      body: 'ログインの有効期限が切れました。書いた内容は残っていて、ログインすると送ります。',
      icon: 'login',
      tone: 'caution',
    },
  },
} as const satisfies Record<EngineState, Record<Work, EngineWords>>

/** Why the last request failed. Total. */
export const FAILURES = {
  network: 'サーバーに接続できませんでした。',
  stalled: 'サーバーの返事が途中で止まりました。',
  not_the_server: 'サーバーではないところから返事がありました。Wi-Fiのログイン画面を確かめてください。',
  server: 'サーバーで問題が起きています。',
  busy: 'サーバーが混み合っています。',
  reauthenticate: 'ログインの有効期限が切れました。',
  rejected: 'サーバーが受け付けませんでした。',
} as const satisfies Record<NonNullable<EngineStatus['failure']>, string>

/** `online`: as the page knows it. `pending`: edits that the server does not have and did not refuse. */
export function engineWords(status: EngineStatus, online: boolean, pending: number): EngineWords {
  const work = pending > 0 ? 'some' : 'none'
  if (status.state === 'signed_out') return WORDS.signed_out[work]
  if (!online) return OFFLINE[work]
  const words: EngineWords = WORDS[status.state][work]
  const because = status.failure === null || status.state === 'idle' ? '' : FAILURES[status.failure]
  return words.body === '' && because !== '' ? { ...words, body: because } : words
}
