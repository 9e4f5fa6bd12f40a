import { useState } from 'react'
import { isLeaving } from '#platform/leaving.ts'
import { codeIsMissing, isMissingCode, reloadAsked } from '#platform/missing-code.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { useValue } from './app-context.ts'

/** What a person can hand on when asking for help: no names, no content. */
export function errorDetails(error: unknown): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return [
    `${name}: ${message}`,
    `時刻: ${new Date().toISOString()}`,
    `ページ: ${location.pathname}`,
    `オンライン: ${navigator.onLine}`,
    `ブラウザー: ${navigator.userAgent}`,
    stack ?? '',
  ].join('\n')
}

const WrittenTexts = lazyOnceShown(async () => (await import('./written-texts.tsx')).WrittenTexts)

const WRITTEN = ['textarea', 'input:not([type])', 'input[type=text]'].map((field) => `main ${field}`).join()

/** What stands in the fields of a screen that has failed; passwords, numbers and choices are not among it. */
const readWritten = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(WRITTEN)]
    .map(({ value }) => value)
    .filter((text) => text.trim() !== '')

export function ErrorNotice({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const [copied, setCopied] = useState(false)
  // Order matters: at the first rendering the document still holds the screen in whose place this one comes
  const [written] = useState(readWritten)
  const copy = () => {
    navigator.clipboard.writeText(errorDetails(error)).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  const isMissing = useValue(codeIsMissing)
  if (isMissingCode(error)) {
    if (!isMissing && isLeaving()) return null
    return (
      <EmptyState
        level={1}
        icon="offline"
        title="この画面はまだ端末にありません"
        body="インターネットに接続してから、もう一度開いてください。端末に保存した内容は失われていません。"
        action={
          <Button variant="primary" onClick={() => void reloadAsked()}>
            再読み込み
          </Button>
        }
      />
    )
  }
  return (
    <div role="alert">
      <EmptyState
        level={1}
        icon="alert"
        title="問題が発生しました"
        body="表示できませんでした。端末に保存した内容は失われていません。再読み込みしても直らないときは、詳細をコピーしてお問い合わせください。"
        action={
          <>
            <Button variant="primary" onClick={() => void reloadAsked()}>
              再読み込み
            </Button>
            {retry && <Button onClick={retry}>もう一度試す</Button>}
            <Button variant="quiet" onClick={copy}>
              {copied ? 'コピーしました' : '詳細をコピー'}
            </Button>
          </>
        }
      />
      {written.length > 0 && <WrittenTexts texts={written} />}
    </div>
  )
}
