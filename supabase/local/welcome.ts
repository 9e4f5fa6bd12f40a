import { pageAddress } from './gateway/local-secrets.ts'
import type { Addresses } from './stack.ts'

const DEMO_PASSWORD = 'mirutomo-demo'
const DEMO_ACCOUNTS = ['viewer', 'friend', 'premium', 'expired', 'creator', 'admin']

/** What the person who started the stack needs to know. */
export function welcome(
  { web, api, mail, sms, serviceKey }: Addresses,
  dataDir: string,
  tookMs: number,
): string {
  const accounts = DEMO_ACCOUNTS.map((name) => `    ${name}@mirutomo.test`).join('\n')
  return `
ミルトモを起動しました（${(tookMs / 1000).toFixed(1)} 秒）

  アプリ        ${web}
  API           ${api}
  届いたメール  ${mail}
  届いた SMS    ${sms}
  チャンネル    ${pageAddress(api, 'studio', serviceKey)}（YouTube Studio の代わり）
  データ        ${dataDir}

  デモ用アカウント（パスワード ${DEMO_PASSWORD}）
${accounts}

止めるには Ctrl+C を押してください。`
}
