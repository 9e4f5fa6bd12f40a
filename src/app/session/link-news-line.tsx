import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { LinkNews } from './session-state.ts'

const SENTENCES = {
  confirmed: 'メールアドレスを確認しました。登録が完了し、ログインしています。',
  email_changed: 'メールアドレスを変更しました。次からは新しいアドレスでログインしてください。',
  email_half:
    '一つ目の確認が済みました。もう一方のメールアドレスに届いたメールのリンクも開くと、変更が完了します。',
  refused:
    'リンクの有効期限が切れているか、すでに使われています。必要なときは、もう一度メールを送ってください。',
} as const satisfies Record<LinkNews, string>

type LinkNewsLineProps = { news: LinkNews; onClose: () => void }

/** What a link out of a mail did. */
export function LinkNewsLine({ news, onClose }: LinkNewsLineProps) {
  return (
    <div className="page pt-4">
      <div
        data-news={news}
        className="flex items-center gap-3 rounded-lg border border-line bg-surface py-1.5 ps-4 pe-1.5 text-sm"
      >
        <Icon
          name={news === 'refused' ? 'alert' : news === 'email_half' ? 'mail' : 'checkCircle'}
          size={20}
        />
        <p className="min-w-0 flex-1 [word-break:auto-phrase]">{SENTENCES[news]}</p>
        <IconButton icon="close" label="閉じる" onClick={onClose} />
      </div>
    </div>
  )
}
