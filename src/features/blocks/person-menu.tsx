import { useState } from 'react'
import { blockPerson, unblockPerson } from '#sync/collections/blocks.ts'
import type { Store } from '#sync/store.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { BlockDialog } from './block-dialog.tsx'
import { PERSON_COPY as COPY } from './person-copy.ts'
import { ReportDialog } from './report-dialog.tsx'

async function block(store: Store, personId: string, name: string): Promise<void> {
  try {
    await blockPerson(store, personId)
    const undo = () => unblockPerson(store, personId)
    offerUndo({ message: COPY.blocked(name), subject: `block:${personId}`, undo })
  } catch {
    showToast({ kind: 'error', message: COPY.notBlocked })
  }
}

type PersonMenuProps = {
  store: Store
  personId: string
  name: string
  /** Goes to where the person does not vanish from under the reader; the block is made when it resolves. */
  leave: () => Promise<void>
}

const ITEMS = [
  { asks: 'report', icon: 'alert', label: COPY.report },
  { asks: 'block', icon: 'shield', label: COPY.block },
] as const satisfies { asks: string; icon: IconName; label: string }[]

/** What can be done about a person, wherever they are met. */
export function PersonMenu({ store, personId, name, leave }: PersonMenuProps) {
  const [asking, setAsking] = useState<'report' | 'block' | null>(null)
  const done = () => setAsking(null)
  const leaveAndBlock = () => void leave().then(() => block(store, personId, name))
  return (
    <>
      <Popover
        label={COPY.menu(name)}
        className="w-48 p-1"
        trigger={(props) => <IconButton {...props} icon="more" label={COPY.menu(name)} />}
      >
        {(close) => (
          <Menu>
            {ITEMS.map(({ asks, icon, label }) => (
              <li key={asks}>
                <button
                  type="button"
                  className={menuItemClass}
                  onClick={() => {
                    close()
                    setAsking(asks)
                  }}
                >
                  <Icon name={icon} size={18} />
                  {label}
                </button>
              </li>
            ))}
          </Menu>
        )}
      </Popover>
      <ReportDialog
        key={personId}
        store={store}
        personId={personId}
        name={name}
        open={asking === 'report'}
        onClose={done}
        onBlock={leaveAndBlock}
      />
      <BlockDialog name={name} open={asking === 'block'} onClose={done} onBlock={leaveAndBlock} />
    </>
  )
}
