import { Icon, type IconName } from './icon.tsx'
import { classNames } from './class-names.ts'

const LOOKS = {
  local: { text: '端末に保存', icon: 'device', tone: 'text-muted' },
  sending: { text: '送信中', icon: 'upload', tone: 'text-muted' },
  saved: { text: '保存済み', icon: 'check', tone: 'text-muted' },
  attention: { text: '要対応', icon: 'alert', tone: 'text-caution bg-caution-soft' },
} as const satisfies Record<string, { text: string; icon: IconName; tone: string }>

export type SyncBadgeState = keyof typeof LOOKS

/**
 * Where an item stands on its way to the server. Put `data-sync` also on the item itself; the badge carries it too.
 * `isAhead`: what stands beside it is not stored yet; the badge keeps its place and says nothing.
 * `onlyUnsaved` hides it (not its attribute) once saved, for dense lists.
 * `savedText`: what saved is called where 保存済み is not the word.
 */
export function SyncBadge({
  state,
  isAhead = false,
  onlyUnsaved = false,
  savedText = LOOKS.saved.text,
}: {
  state: SyncBadgeState
  isAhead?: boolean
  onlyUnsaved?: boolean
  savedText?: string
}) {
  const { text, icon, tone } = LOOKS[state]
  return (
    <span
      data-sync={isAhead ? undefined : state}
      data-momentary=""
      className={classNames(
        'inline-flex items-center gap-1 rounded-full py-0.5 text-xs whitespace-nowrap',
        state === 'attention' && 'px-2 font-bold',
        isAhead && 'invisible',
        onlyUnsaved && state === 'saved' && 'sr-only',
        tone,
      )}
    >
      <Icon name={icon} size={14} />
      {state === 'saved' ? savedText : text}
    </span>
  )
}
