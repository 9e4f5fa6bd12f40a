import type { Mail, SendMail } from '../mail/mail.ts'
import type { OneTimeToken } from './one-time-tokens.ts'
import type { AuthRequest } from './request.ts'
import { isAllowedRedirect } from './redirects.ts'

export type MailKind = 'signup' | 'recovery' | 'email_change' | 'magiclink' | 'invite'

export type Mailer = {
  send(kind: MailKind, to: string, token: OneTimeToken, redirectTo: string): Promise<void>
  /** What a mail's link is, for an administrator who sends it by other means. */
  link(kind: MailKind, token: OneTimeToken, redirectTo: string): string
  /** Where a link of this request leads in the end: to the wished page where that is allowed, else to the site. */
  redirectOf(request: AuthRequest, wish?: string): string
}

type Options = {
  authUrl: string
  siteUrl: string
  redirectUrls: readonly string[]
  sendMail: SendMail
  /** Throws when too many were sent. */
  countMail: () => void
}

const WORDS: Record<MailKind, { subject: string; action: string }> = {
  signup: { subject: 'メールアドレスの確認', action: 'メールアドレスを確認する' },
  recovery: { subject: 'パスワードの再設定', action: 'パスワードを再設定する' },
  email_change: { subject: 'メールアドレスの変更の確認', action: 'メールアドレスの変更を確認する' },
  magiclink: { subject: 'ログイン用リンク', action: 'ログインする' },
  invite: { subject: '招待', action: '招待を受ける' },
}

export function createMailer({ authUrl, siteUrl, redirectUrls, sendMail, countMail }: Options): Mailer {
  const allowed = { siteUrl, patterns: redirectUrls }
  const link: Mailer['link'] = (kind, { hash }, redirectTo) =>
    `${authUrl}/verify?${new URLSearchParams({ token: hash, type: kind, redirect_to: redirectTo })}`
  return {
    link,
    async send(kind, to, token, redirectTo) {
      countMail()
      const { subject, action } = WORDS[kind]
      const mail: Mail = { to, subject, action, link: link(kind, token, redirectTo), code: token.code, kind }
      return sendMail(mail)
    },
    redirectOf({ query, headers }, wish = query.get('redirect_to') ?? '') {
      const candidates = [wish, headers.get('referer') ?? '']
      return candidates.find((candidate) => isAllowedRedirect(candidate, allowed)) ?? siteUrl
    },
  }
}
