import type { Mail, Received, Sms } from './mail.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
  body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; padding: 1rem; margin: 1rem 0 }
  h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 0 }
  p { margin: .25rem 0; overflow-wrap: anywhere } input, textarea { box-sizing: border-box; width: 100%; font: inherit } code { font-size: 1.2rem; letter-spacing: .1em }`

export function mailPage(mails: readonly Received<Mail>[]): string {
  const articles = mails.map(
    (mail) => `<article>
  <h2>${escapeHtml(mail.subject)}</h2>
  <p>宛先: ${escapeHtml(mail.to)}・<time datetime="${mail.at}">${mail.at}</time></p>
  <p><a href="${escapeHtml(mail.link)}">${escapeHtml(mail.action)}</a></p>
  <p>確認コード: <code>${escapeHtml(mail.code)}</code></p>
</article>`,
  )
  return page('メール', 'ローカル環境から送信されたメールです。', articles)
}

export function smsPage(messages: readonly Received<Sms>[]): string {
  const articles = messages.map(
    (sms) => `<article>
  <h2>${escapeHtml(sms.to)}</h2>
  <p><time datetime="${sms.at}">${sms.at}</time></p>
  <p>${escapeHtml(sms.text)}</p>
  <p>確認コード: <code>${escapeHtml(sms.code)}</code></p>
</article>`,
  )
  return page('SMS', 'ローカル環境から送信された SMS です。', articles)
}

/** A page of the stack; `articles` are HTML. */
export function page(title: string, about: string, articles: readonly string[]): string {
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${title}</h1>
<p>${about}</p>
${articles.length === 0 ? '<p>まだありません。</p>' : articles.join('\n')}
</body>
</html>
`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
