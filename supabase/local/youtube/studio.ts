import { type ChannelQuery, channelQuery, channelUrlFrom } from '../../../src/domain/channel.ts'
import { html } from '../mail/mail.ts'
import { escapeHtml, page } from '../mail/pages.ts'
import type { Channel } from './channels.ts'

/** As YouTube's, in characters. */
const DESCRIPTION_MAX_LENGTH = 1_000

type Studio = {
  /** Empty until somebody writes one. */
  descriptionOf: (channelId: string) => string
  /** GET /studio?channel=… shows a channel's description; POST {channel, description} writes it. */
  handle: (request: Request) => Promise<Response>
}

/** Stands for YouTube Studio, where everybody runs every channel. Keeps descriptions in memory. */
export function createStudio(find: (query: ChannelQuery) => Promise<Channel | undefined>): Studio {
  const descriptions = new Map<string, string>()
  const descriptionOf = (channelId: string): string => descriptions.get(channelId) ?? ''

  async function channelAt(address: string): Promise<Channel | undefined> {
    const url = channelUrlFrom(address)
    const query = url === undefined ? null : channelQuery(url)
    return query === null ? undefined : find(query)
  }

  async function answer(address: string, description: string | null): Promise<Response> {
    const channel = address === '' ? undefined : await channelAt(address)
    if (!channel)
      return address === ''
        ? show('', '', '')
        : show(address, description ?? '', 'このチャンネルはありません。', 404)
    if (description === null) return show(address, descriptionOf(channel.id), '')
    if (Array.from(description).length > DESCRIPTION_MAX_LENGTH)
      return show(address, description, `説明は${DESCRIPTION_MAX_LENGTH}文字までです。`, 400)
    descriptions.set(channel.id, description)
    return show(address, description, `「${channel.title}」の説明を保存しました。`)
  }

  return {
    descriptionOf,
    async handle(request) {
      if (request.method === 'GET' || request.method === 'HEAD')
        return answer(new URL(request.url).searchParams.get('channel') ?? '', null)
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const form = new URLSearchParams(await request.text())
      return answer(form.get('channel') ?? '', form.get('description') ?? '')
    },
  }
}

function show(address: string, description: string, notice: string, status = 200): Response {
  const form = `<form method="post">
  <p role="status">${escapeHtml(notice)}</p>
  <p><label>チャンネル <input name="channel" required placeholder="@local-channel-01" value="${escapeHtml(address)}"></label></p>
  <p><label>説明 <textarea name="description" rows="6">
${escapeHtml(description)}</textarea></label></p>
  <p><button>保存</button></p>
</form>`
  return html(page('チャンネル', 'YouTube Studio の代わりに、チャンネルの説明を書きます。', [form]), status)
}
