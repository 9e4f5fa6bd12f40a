import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { blockPerson, unblockPerson } from '#sync/collections/relations.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { PUBLIC_COPY as COPY } from './public-copy.ts'

async function block(store: Store, personId: string, name: string): Promise<void> {
  try {
    await blockPerson(store, personId)
    const undo = () => unblockPerson(store, personId)
    offerUndo({ message: COPY.blocked(name), subject: `block:${personId}`, undo })
  } catch {
    showToast({ kind: 'error', message: COPY.notBlocked })
  }
}

type PersonMenuProps = { store: Store; personId: string; name: string }

/** What can be done about the person whose profile this is. */
export function PersonMenu({ store, personId, name }: PersonMenuProps) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Popover
        label={COPY.menu(name)}
        className="w-48 p-1"
        trigger={(props) => <IconButton {...props} icon="more" label={COPY.menu(name)} />}
      >
        {(close) => (
          <Menu>
            <li>
              <button
                type="button"
                className={menuItemClass}
                onClick={() => {
                  close()
                  setAsking(true)
                }}
              >
                <Icon name="shield" size={18} />
                {COPY.block}
              </button>
            </li>
          </Menu>
        )}
      </Popover>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={COPY.blockAsk}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {COPY.keep}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false)
                // The profile vanishes with the block: the way home is taken before.
                void navigate({ to: '/profile/blocked' }).then(() => block(store, personId, name))
              }}
            >
              {COPY.block}
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
