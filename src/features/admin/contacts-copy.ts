import type { ContactStatus } from '#domain/admin.ts'
import type { ContactKind } from '#domain/contact.ts'

export const CONTACTS = {
  title: 'お問い合わせ',
  lead: '返信はメールで送ります。送り終えたら「返信済みにする」を押してください。',
  statuses: { open: '未返信', done: '返信済み' } satisfies Record<ContactStatus, string>,
  empty: 'この状態のお問い合わせはありません',
  kinds: {
    usage: '使い方',
    account: 'アカウント',
    payment: 'お支払い・返金',
    problem: '不具合',
    report: '通報',
    privacy: '個人情報',
    other: 'その他',
  } satisfies Record<ContactKind, string>,
  visitor: '会員ではない方',
  nameless: '名前の記入なし',
  answeredAt: '返信済み',
  mail: 'メールで返信',
  mailTo: (email: string) => `${email}にメールで返信`,
  subject: (kind: string) => `Re: ミルトモへのお問い合わせ（${kind}）`,
  answered: '返信済みにしました。',
  answer: '返信済みにする',
} as const
