import { useCallback, useState } from 'react'
import type { Admin, AdminPerson } from '#domain/admin.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-list.ts'
import { useLoaded } from '#ui/use-loaded.ts'
import { Answered } from './answered.tsx'
import { FAILURES } from './copy.ts'
import { PEOPLE as COPY } from './people-copy.ts'
import { Pager } from './pager.tsx'
import { PeopleTable } from './people-table.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

type PeopleScreenProps = {
  admin: Pick<Admin, 'people' | 'suspend' | 'unsuspend' | 'setRole'>
  online: boolean
  /** The admin's own id. */
  ownId: string | null
}

/** /admin/users: finds people, gives and takes the role of an admin, suspends. */
export function PeopleScreen({ admin, online, ownId }: PeopleScreenProps) {
  usePageTitle(COPY.title)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState({ query: '', page: 1 })
  /** The one whose dialog was opened last: it stays, closed, with what was typed. */
  const [chosen, setChosen] = useState<{ person: AdminPerson; deed: 'suspend' | 'role' } | null>(null)
  const [open, setOpen] = useState(false)
  const load = useCallback(() => admin.people(asked.query, asked.page), [admin, asked])
  const answer = useLoaded(load, online, 'goes')

  const choose = (person: AdminPerson, deed: 'suspend' | 'role'): void => {
    setChosen({ person, deed })
    setOpen(true)
  }
  const lift = async ({ id, username }: AdminPerson): Promise<void> => {
    const result = await admin.unsuspend(id)
    if (result.ok) {
      showToast({ kind: 'success', message: COPY.unsuspended(username) })
      answer.reload()
    } else showToast({ kind: 'error', message: FAILURES[result.code] })
  }
  const dialog = { admin, online, open, onClose: () => setOpen(false), onDone: answer.reload }
  return (
    <>
      <h1 className="mb-6 text-2xl">{COPY.title}</h1>
      <form
        role="search"
        aria-label={COPY.search}
        className="mb-6 flex max-w-xl flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked({ query: typed.trim(), page: 1 })
        }}
      >
        <div className="min-w-0 flex-1 basis-52">
          <TextField
            label={COPY.search}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={!online}>
          {COPY.submit}
        </Button>
      </form>
      <Answered answer={answer} online={online}>
        {({ total, people }) =>
          people.length === 0 ? (
            <EmptyState icon="search" title={COPY.empty} body={COPY.emptyBody} />
          ) : (
            <>
              <PeopleTable people={people} ownId={ownId} online={online} onChoose={choose} onLift={lift} />
              <Pager
                page={asked.page}
                total={total}
                onPage={(page) => setAsked((before) => ({ ...before, page }))}
              />
            </>
          )
        }
      </Answered>
      {chosen?.deed === 'suspend' && (
        <SuspendDialog key={chosen.person.id} person={chosen.person} {...dialog} />
      )}
      {chosen?.deed === 'role' && <RoleDialog key={chosen.person.id} person={chosen.person} {...dialog} />}
    </>
  )
}
