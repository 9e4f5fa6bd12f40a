import { useState } from 'react'
import { handDevice } from '#platform/installed.ts'
import { Button } from '#ui/button.tsx'
import { COPY } from './copy.ts'
import { InstallGuide } from './install-guide.tsx'

/** Opens the guide for this device. `unsent`: edits that the server does not have. */
export function InstallGuideButton({ unsent }: { unsent: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className="mt-3" size="sm" variant="primary" onClick={() => setIsOpen(true)}>
        {COPY.how}
      </Button>
      <InstallGuide
        device={handDevice() ?? 'ios'}
        unsent={unsent}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
