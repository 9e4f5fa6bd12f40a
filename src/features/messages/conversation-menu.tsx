import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { blockPerson, unblockPerson } from '#sync/collections/relations.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY } from './copy.ts'
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

type ConversationMenuProps = { store: Store; personId: string; name: string }

const ITEMS = [
  { asks: 'report', icon: 'alert', label: COPY.report },
  { asks: 'block', icon: 'shield', label: COPY.block },
] as const satisfies { asks: string; icon: IconName; label: string }[]

/** What can be done about the person one talks to. */
export function ConversationMenu({ store, personId, name }: ConversationMenuProps) {
  const [asking, setAsking] = useState<'report' | 'block' | null>(null)
  const navigate = useNavigate()
  const done = () => setAsking(null)
  // The conversation vanishes with the block: the list is shown before.
  const leaveAndBlock = () => void navigate({ to: '/messages' }).then(() => block(store, personId, name))
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
        store={store}
        personId={personId}
        name={name}
        open={asking === 'report'}
        onClose={done}
        onBlock={leaveAndBlock}
      />
      <Dialog
        open={asking === 'block'}
        onClose={done}
        title={COPY.blockAsk}
        footer={
          <>
            <Button variant="quiet" onClick={done}>
              {COPY.keep}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                done()
                leaveAndBlock()
              }}
            >
              {COPY.blockYes}
            </Button>
          </>
        }
      >
        <p className="font-bold wrap-anywhere">{COPY.blockWho(name)}</p>
        <ul className="mt-3 grid list-disc gap-1.5 ps-5 text-sm">
          {COPY.blockBody.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
