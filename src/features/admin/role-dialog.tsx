import type { Admin, AdminPerson } from '#domain/admin.ts'
import { PEOPLE as COPY } from './people-copy.ts'
import { DeedDialog } from './deed-dialog.tsx'

type RoleDialogProps = {
  admin: Pick<Admin, 'setRole'>
  online: boolean
  person: AdminPerson
  open: boolean
  onClose: () => void
  onDone: () => void
}

export function RoleDialog({ admin, person, ...dialog }: RoleDialogProps) {
  const takes = person.role === 'admin'
  return (
    <DeedDialog
      {...dialog}
      title={takes ? COPY.demoteAsk : COPY.promoteAsk}
      subject={person.username}
      body={takes ? COPY.demoteBody : COPY.promoteBody}
      confirm={takes ? COPY.demoteYes : COPY.promoteYes}
      isDangerous={takes}
      done={takes ? COPY.demoteDone(person.username) : COPY.promoteDone(person.username)}
      act={(reason) => admin.setRole(person.id, takes ? 'member' : 'admin', reason)}
    />
  )
}
