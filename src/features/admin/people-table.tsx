import { Link } from '@tanstack/react-router'
import type { AdminPerson } from '#domain/admin.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Badge } from './badge.tsx'
import { COPY as SHARED } from './copy.ts'
import { PEOPLE as COPY } from './people-copy.ts'
import { dayOf, momentOf } from './formats.ts'
import { RecordTable } from './record-table.tsx'

type PeopleTableProps = {
  people: AdminPerson[]
  ownId: string | null
  online: boolean
  onChoose: (person: AdminPerson, deed: 'suspend' | 'role') => void
  onLift: (person: AdminPerson) => Promise<void>
}

export function PeopleTable({ people, ownId, ...deeds }: PeopleTableProps) {
  return (
    <RecordTable
      label={COPY.title}
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        { label: COPY.person, cell: (person) => <Person person={person} /> },
        { label: COPY.joined, cell: ({ created_at }) => dayOf(created_at), className: 'whitespace-nowrap' },
        { label: COPY.state, cell: (person) => <State person={person} isOwn={person.id === ownId} /> },
        {
          label: SHARED.actions,
          cell: (person) => (person.id === ownId ? null : <Deeds person={person} {...deeds} />),
        },
      ]}
    />
  )
}

function Person({ person: { id, username, display_name, avatar_url, email } }: { person: AdminPerson }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={username} src={avatar_url} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <Link to="/profile/$personId" params={{ personId: id }} className="font-bold text-ink">
            {username}
          </Link>
          {display_name !== username && <span className="ms-2 text-xs text-muted">{display_name}</span>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">{email}</p>
      </div>
    </div>
  )
}

function State({ person, isOwn }: { person: AdminPerson; isOwn: boolean }) {
  const { role, is_premium, level, suspension } = person
  return (
    <div className="flex flex-wrap gap-1.5">
      {isOwn && <Badge>{COPY.you}</Badge>}
      {role === 'admin' && <Badge tone="good">{COPY.admin}</Badge>}
      {role === 'youtuber' && <Badge>{COPY.creator}</Badge>}
      {is_premium && <Badge>{COPY.premium}</Badge>}
      <Badge>{COPY.level(level)}</Badge>
      {suspension && (
        <>
          <Badge tone="danger">{COPY.suspended}</Badge>
          <p className="basis-full text-xs wrap-anywhere text-muted">
            {COPY.suspendedUntil(suspension.ends_at && momentOf(suspension.ends_at))} · {suspension.reason}
          </p>
        </>
      )}
    </div>
  )
}

type DeedsProps = Pick<PeopleTableProps, 'online' | 'onChoose' | 'onLift'> & { person: AdminPerson }

function Deeds({ person, online, onChoose, onLift }: DeedsProps) {
  const { username, role, suspension } = person
  const isAdmin = role === 'admin'
  return (
    <div className="flex flex-wrap gap-2">
      {suspension ? (
        <Button
          size="sm"
          disabled={!online}
          aria-label={COPY.unsuspendNamed(username)}
          onClick={() => void onLift(person)}
        >
          {COPY.unsuspend}
        </Button>
      ) : (
        !isAdmin && (
          <Button
            size="sm"
            aria-label={COPY.suspendNamed(username)}
            onClick={() => onChoose(person, 'suspend')}
          >
            {COPY.suspend}
          </Button>
        )
      )}
      {!suspension && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={isAdmin ? COPY.demoteNamed(username) : COPY.promoteNamed(username)}
          onClick={() => onChoose(person, 'role')}
        >
          {isAdmin ? COPY.demote : COPY.promote}
        </Button>
      )}
    </div>
  )
}
