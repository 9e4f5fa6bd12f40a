import type { Service } from '../gateway/service.ts'
import { mailPage, smsPage } from './pages.ts'

export type Mail = {
  to: string
  subject: string
  /** What the link is called. */
  action: string
  link: string
  /** The same as the link, to be typed. */
  code: string
  kind: string
}
export type Sms = { to: string; text: string; code: string }
export type Received<T> = T & { at: string }

export type SendMail = (mail: Mail) => Promise<void>
export type SendSms = (sms: Sms) => Promise<void>

/** So many of each are remembered; then the oldest goes. */
const CAPACITY = 200

/** Keeps in memory what would be sent out, and shows it at /mail and /sms (as JSON at /mail.json and /sms.json), newest first. */
export function createMail(): Service & { sendMail: SendMail; sendSms: SendSms } {
  const mails: Received<Mail>[] = []
  const messages: Received<Sms>[] = []
  return {
    async sendMail(mail) {
      keep(mails, mail)
    },
    async sendSms(sms) {
      keep(messages, sms)
    },
    async handle(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 })
      switch (new URL(request.url).pathname) {
        case '/mail':
          return html(mailPage(mails))
        case '/mail.json':
          return Response.json(mails, { headers: { 'cache-control': 'no-store' } })
        case '/sms':
          return html(smsPage(messages))
        case '/sms.json':
          return Response.json(messages, { headers: { 'cache-control': 'no-store' } })
        default:
          return new Response('Not found', { status: 404 })
      }
    },
    async close() {},
  }
}

function keep<T>(received: Received<T>[], sent: T): void {
  received.unshift({ ...sent, at: new Date().toISOString() })
  received.length = Math.min(received.length, CAPACITY)
}

export function html(page: string, status = 200): Response {
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Its address is a secret.
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}
