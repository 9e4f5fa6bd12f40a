// @vitest-environment jsdom
/* oxlint-disable jsx-key -- one is rendered after the other, never as a list */
import { act, cleanup, render } from '@testing-library/react'
import { globSync } from 'node:fs'
import { useEffect, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { bearForeignNodes } from '#platform/foreign-nodes.ts'
import { translate } from '../../tests/support/translator.ts'
import { AttentionNotice } from './attention-notice.tsx'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import { Chip } from './chip.tsx'
import { CopyButton } from './copy-button.tsx'
import { CountBadge } from './count-badge.tsx'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { NotArrived } from './not-arrived.tsx'
import { Field } from './field.tsx'
import { FoldedText } from './folded-text.tsx'
import { GrowingTextArea } from './growing-text-area.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { KeptAge } from './kept-age.tsx'
import { LineChart } from './line-chart.tsx'
import { ListItem, LongList } from './long-list.tsx'
import { Menu } from './menu.tsx'
import { OfferedDrafts } from './offered-drafts.tsx'
import { PeopleList } from './people-list.tsx'
import { Phrases } from './phrases.tsx'
import { Popover } from './popover.tsx'
import { QuestionList } from './question-list.tsx'
import { RelativeTime } from './relative-time.tsx'
import { Loading } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'
import { StarRating } from './star-rating.tsx'
import { Stars } from './stars.tsx'
import { SyncBadge, type SyncBadgeState } from './sync-badge.tsx'
import { Tabs } from './tabs.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { dismissToast, showToast, toastList } from './toast-list.ts'
import { ToastRegion } from './toast.tsx'

const nothing = (): void => {}
const input = (): ReactNode => <input />
const version = (id: string) => ({ id, tab: 't', text: `書きかけ${id}`, at: 1, sending: null })
const offered = (...ids: string[]): ReactNode => (
  <OfferedDrafts draft={{ offered: ids.map(version), take: nothing, drop: () => nothing }} />
)
function Toasts({ messages }: { messages: string }) {
  useEffect(() => {
    for (const { id } of toastList.read()) dismissToast(id)
    for (const message of messages.split(' '))
      showToast({ kind: 'error', message, action: { label: '元に戻す', run: nothing } })
  }, [messages])
  return <ToastRegion />
}
const chart = (value: number): ReactNode => (
  <LineChart
    title="推移"
    summary={`平均 ${value}`}
    values={[1, value]}
    max={5}
    ends={['昨日', '今日']}
    format={String}
    table={{ open: '数値', head: ['日', '点'], rows: [['今日', String(value)]] }}
  />
)
const dialog = (open: boolean, footer: ReactNode): ReactNode => (
  <Dialog open={open} onClose={nothing} title="削除" footer={footer}>
    {open ? '本文' : null}
    <b>名前</b>
  </Dialog>
)
const letters = (items: string): ReactNode => (
  <LongList items={Array.from(items)} keyOf={String}>
    {(item, _index, place) => (
      <ListItem place={place} className="">
        {item}
      </ListItem>
    )}
  </LongList>
)
const people = (names: string): ReactNode => (
  <PeopleList
    people={Array.from(names, (name) => ({ id: name, name, sync: 'local' as const }))}
    empty="まだいません"
    lookOf={({ name }) => ({ name, facts: '昨日' })}
    actions={() => <Button>外す</Button>}
  />
)
const folded = (text: string): ReactNode => (
  <FoldedText
    text={text}
    limit={{ length: 9, lines: 2, folded: 'line-clamp-3' }}
    labels={{ unfold: '続き', fold: 'たたむ' }}
  />
)
const STATES: SyncBadgeState[] = ['local', 'sending', 'attention', 'saved']

/** What each file of this folder shows, in the states through which it goes. */
const SHOWN: Record<string, ReactNode[]> = {
  'attention-notice': [
    <AttentionNotice reason="上限です" actions={[{ label: '再送', run: nothing }]} />,
    <AttentionNotice reason="停止中です" actions={[]} more="詳しく" />,
  ],
  avatar: [<Avatar name="花" />, <Avatar name="葵" />],
  button: [
    <Button>送る</Button>,
    <Button busy>送る</Button>,
    <Button icon={<i />}>送信済み</Button>,
    <Button>送る</Button>,
  ],
  'people-list': [people('花'), people('花葵'), people('')],
  chip: [
    <Chip label="音楽" chosen onChange={nothing} />,
    <Chip label="料理" chosen={false} onChange={nothing} />,
  ],
  'copy-button': [<CopyButton text="花" />],
  'count-badge': [
    <CountBadge text="1" said="1件" />,
    <CountBadge text="2" />,
    <CountBadge text="3" said="3件" />,
  ],
  dialog: [dialog(false, null), dialog(true, '戻る'), dialog(true, <b>実行</b>), dialog(false, null)],
  'empty-state': [
    <EmptyState title="なし" />,
    <EmptyState title="ありません" body="本文" action="次へ" icon="alert" />,
  ],
  field: [
    <Field label="名前">{input}</Field>,
    <Field label="名前" optional error="短すぎます" hint="20文字まで">
      {input}
    </Field>,
    <Field label="名前" aside="3 / 20" error="長すぎます">
      {input}
    </Field>,
  ],
  'folded-text': ['短い', '長い文'.repeat(9)].map((text) => folded(text)),
  'growing-text-area': [<GrowingTextArea value="あ" readOnly />],
  'icon-button': [
    <IconButton icon="bell" label="通知" />,
    <IconButton icon="bell" label="通知 3件" badge="3" />,
    <IconButton icon="bell" label="通知 4件" badge="4" />,
  ],
  icon: [<Icon name="alert" />],
  'kept-age': [
    <KeptAge asOf={Date.now()} />,
    <KeptAge asOf={null} />,
    <KeptAge asOf={Date.now() - 7_200_000} />,
  ],
  'line-chart': [chart(3), chart(4)],
  'long-list': [letters('甲'), letters('甲乙'), letters('乙')],
  menu: [<Menu>項目</Menu>, <Menu label="人">項目</Menu>],
  'not-arrived': [<NotArrived />],
  'offered-drafts': [offered(), offered('1', '2'), offered('2'), offered()],
  phrases: [<Phrases>これは本です</Phrases>, <Phrases>あれはペンです</Phrases>],
  popover: [
    <Popover label="一覧" trigger={() => '開く'}>
      {() => '中身'}
    </Popover>,
    <Popover label="一覧" trigger={() => '閉じる'}>
      {() => '中身'}
    </Popover>,
  ],
  'question-list': [
    <QuestionList questions={[{ question: '問', answer: '答' }]} />,
    <QuestionList
      questions={[
        { question: '問二', answer: '答' },
        { question: '問', answer: '答一' },
      ]}
    />,
  ],
  'relative-time': [<RelativeTime time={Date.now()} />, <RelativeTime time={Date.now() - 7_200_000} />],
  skeleton: [<Loading>甲</Loading>, <Loading label="準備中">乙</Loading>],
  spinner: [<Spinner />, <Spinner message="読み込み中" />, <Spinner message="準備中" />],
  'star-rating': [
    <StarRating label="総合" value={null} onChange={nothing} />,
    <StarRating label="総合" value={4} onChange={nothing} clearable aside="保存済み" />,
    <StarRating label="総合" value={4.5} onChange={nothing} clearable aside={null} />,
  ],
  stars: [<Stars value={null} />, <Stars value={4} />, <Stars value={3.5} />],
  'sync-badge': STATES.map((state) => <SyncBadge state={state} />),
  tabs: [
    <Tabs label="表示" tabs={[{ key: 'a', label: '新着' }]} active="a" onChange={nothing}>
      甲
    </Tabs>,
    <Tabs label="表示" tabs={[{ key: 'a', label: '新着', count: 2 }]} active="a" onChange={nothing}>
      乙
    </Tabs>,
  ],
  'text-area': [
    <TextArea label="コメント" value="" limit={3} readOnly />,
    <TextArea label="コメント" value="長すぎる" limit={3} readOnly />,
  ],
  'text-field': [<TextField label="メール" />, <TextField label="メール" error="不正です" type="password" />],
  toast: ['失敗しました', '失敗しました 保存しました', '戻しました'].map((messages) => (
    <Toasts messages={messages} />
  )),
}
/** No text in HTML, or no states. */
const WITHOUT_TEXT = ['lazy-once-shown', 'media-skeleton', 'radar-chart', 'radar-glyph']

beforeAll(() => {
  bearForeignNodes(document.body)
  // jsdom knows the element but not what it does
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
  }
})
let stop = (): void => {}
afterEach(() => stop())

const settled = (): Promise<void> => act(async () => {})

test('every file of src/ui that shows something is tried', () => {
  const files = globSync('*.tsx', { cwd: import.meta.dirname, exclude: ['*.test.tsx', 'use-*'] })
  expect([...Object.keys(SHOWN), ...WITHOUT_TEXT].toSorted()).toEqual(
    files.map((file) => file.replace('.tsx', '')).toSorted(),
  )
})

test.each(Object.entries(SHOWN))(
  '%s shows in a translated document what it shows in one that is not',
  async (_, states) => {
    const textOf = async (state: ReactNode): Promise<string> => {
      const { container } = render(state)
      await settled()
      const text = container.textContent
      cleanup()
      return text
    }
    const expected: string[] = []
    for (const state of states) expected.push(await textOf(state))
    const { container, rerender } = render(states[0])
    stop = translate(container)
    for (const [index, state] of states.entries()) {
      rerender(state)
      await settled()
      expect(container.textContent.replaceAll(/[‹›]/g, '')).toBe(expected[index])
    }
  },
)
