import { useState } from 'react'
import type { Admin } from '#domain/admin.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EVENTS as COPY } from './event-copy.ts'
import { DeedDialog } from './deed-dialog.tsx'

type StopEventProps = {
  admin: Pick<Admin, 'stopEvent'>
  online: boolean
  event: { id: string; title: string }
  onStopped: () => void
}

/** On the page of somebody's event: an admin says for them that it is not held after all. */
export function StopEvent({ admin, online, event, onStopped }: StopEventProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="sm" icon={<Icon name="alert" size={18} />} onClick={() => setAsking(true)}>
        {COPY.stop}
      </Button>
      <DeedDialog
        open={asking}
        online={online}
        title={COPY.stopAsk}
        subject={event.title}
        body={COPY.stopBody}
        confirm={COPY.stopYes}
        done={COPY.stopped}
        act={(reason) => admin.stopEvent(event.id, reason)}
        onClose={() => setAsking(false)}
        onDone={onStopped}
      />
    </>
  )
}
