import { useCallback, useState } from 'react'
import type { Admin, AdminVerification } from '#domain/admin.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useLoaded } from '#ui/use-loaded.ts'
import { Answered } from './answered.tsx'
import { VERIFICATIONS as COPY } from './verifications-copy.ts'
import { DocumentDialog } from './document-dialog.tsx'
import type { OpenDocument } from './document-picture.tsx'
import { plainDay } from './formats.ts'
import { Pager } from './pager.tsx'

type VerificationsScreenProps = {
  admin: Pick<Admin, 'verifications' | 'decideVerification'> & { document: OpenDocument }
  online: boolean
}

/** /admin/verification: requests for level 3 that wait, each with its document. */
export function VerificationsScreen({ admin, online }: VerificationsScreenProps) {
  usePageTitle(COPY.title)
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<AdminVerification | null>(null)
  const load = useCallback(() => admin.verifications(page), [admin, page])
  const answer = useLoaded(load, online, 'goes')
  return (
    <>
      <h1 className="mb-2 text-2xl">{COPY.title}</h1>
      <p className="mb-6 max-w-2xl text-sm text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      <Answered answer={answer} online={online}>
        {({ total, requests }) =>
          requests.length === 0 && page === 1 ? (
            <EmptyState icon="checkCircle" title={COPY.empty} />
          ) : (
            <>
              <ul className="grid max-w-3xl gap-3">
                {requests.map((request) => (
                  <Request key={request.id} request={request} online={online} onOpen={setOpened} />
                ))}
              </ul>
              <Pager page={page} total={total} onPage={setPage} />
            </>
          )
        }
      </Answered>
      {opened && (
        <DocumentDialog
          admin={admin}
          online={online}
          request={opened}
          onClose={() => setOpened(null)}
          onDecided={answer.reload}
        />
      )}
    </>
  )
}

type RequestProps = {
  request: AdminVerification
  online: boolean
  onOpen: (request: AdminVerification) => void
}

function Request({ request, online, onOpen }: RequestProps) {
  const { username, avatar_url, email, birth_date, told_birth_date, created_at } = request
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-surface p-4">
      <Avatar name={username} src={avatar_url} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-bold wrap-anywhere">{username}</p>
        <p className="text-xs wrap-anywhere text-muted">{email}</p>
        <p className="mt-1 text-sm">
          {COPY.birthDate} {plainDay(birth_date)}
        </p>
        {told_birth_date !== birth_date && (
          <p className="text-sm text-caution">
            {COPY.corrects(told_birth_date && plainDay(told_birth_date))}
          </p>
        )}
        <p className="text-xs text-muted">
          {COPY.asked} <RelativeTime time={created_at} />
        </p>
      </div>
      <Button
        size="sm"
        disabled={!online}
        aria-label={COPY.openNamed(username)}
        onClick={() => onOpen(request)}
      >
        {COPY.open}
      </Button>
    </li>
  )
}
