import { useCallback, useState } from 'react'
import { Link } from '@tanstack/react-router'
import {
  CONTACT_STATUSES,
  type Admin,
  type AdminContact,
  type AdminFailure,
  type ContactStatus,
} from '#domain/admin.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { showToast } from '#ui/toast-list.ts'
import { useLoaded } from '#ui/use-loaded.ts'
import { Answered } from './answered.tsx'
import { Badge } from './badge.tsx'
import { CONTACTS as COPY } from './contacts-copy.ts'
import { FAILURES } from './copy.ts'
import { Pager } from './pager.tsx'

type ContactsScreenProps = { admin: Pick<Admin, 'contacts' | 'answerContact'>; online: boolean }

const TABS = CONTACT_STATUSES.map((key) => ({ key, label: COPY.statuses[key] }))

/** /admin/contacts: what people ask us, answered by mail. */
export function ContactsScreen({ admin, online }: ContactsScreenProps) {
  usePageTitle(COPY.title)
  const [asked, setAsked] = useState<{ status: ContactStatus; page: number }>({ status: 'open', page: 1 })
  const load = useCallback(() => admin.contacts(asked.status, asked.page), [admin, asked])
  const answer = useLoaded(load, online, 'goes')
  return (
    <>
      <h1 className="mb-2 text-2xl">{COPY.title}</h1>
      <p className="mb-6 max-w-2xl text-sm text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      <Tabs
        label={COPY.title}
        tabs={TABS}
        active={asked.status}
        onChange={(status) => setAsked({ status, page: 1 })}
      >
        <Answered answer={answer} online={online}>
          {({ total, contacts }) =>
            contacts.length === 0 && asked.page === 1 ? (
              <EmptyState icon="checkCircle" title={COPY.empty} />
            ) : (
              <>
                <ul className="grid max-w-3xl gap-4">
                  {contacts.map((contact) => (
                    <Contact
                      key={contact.id}
                      contact={contact}
                      online={online}
                      admin={admin}
                      onDone={answer.reload}
                    />
                  ))}
                </ul>
                <Pager
                  page={asked.page}
                  total={total}
                  onPage={(page) => setAsked((before) => ({ ...before, page }))}
                />
              </>
            )
          }
        </Answered>
      </Tabs>
    </>
  )
}

type ContactProps = {
  contact: AdminContact
  admin: Pick<Admin, 'answerContact'>
  online: boolean
  onDone: () => void
}

function Contact({ contact, admin, online, onDone }: ContactProps) {
  const { id, user_id, username, name, email, kind, message, created_at, answered_at } = contact
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AdminFailure | null>(null)

  async function answered(): Promise<void> {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const result = await admin.answerContact(id)
    if (!result.ok) {
      setBusy(false)
      return setFailure(result.code)
    }
    showToast({ kind: 'success', message: COPY.answered })
    onDone()
  }
  return (
    <li className="rounded-xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{COPY.kinds[kind]}</Badge>
        {user_id !== null && username !== null ? (
          <Link
            to="/profile/$personId"
            params={{ personId: user_id }}
            className="text-sm font-bold wrap-anywhere text-ink"
          >
            {username}
          </Link>
        ) : (
          <span className="text-sm text-muted">{COPY.visitor}</span>
        )}
      </div>
      <p dir="auto" className="mt-3 text-sm wrap-anywhere whitespace-pre-wrap">
        {message}
      </p>
      <p className="mt-2 text-xs wrap-anywhere text-muted">
        <bdi>{name || COPY.nameless}</bdi> · <bdi>{email}</bdi> · <RelativeTime time={created_at} />
        {answered_at !== null && (
          <>
            {' · '}
            {COPY.answeredAt} <RelativeTime time={answered_at} />
          </>
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <a
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(COPY.subject(COPY.kinds[kind]))}`}
          aria-label={COPY.mailTo(email)}
          className={buttonClass({ size: 'sm' })}
        >
          {COPY.mail}
        </a>
        {answered_at === null && (
          <Button size="sm" variant="primary" busy={busy} disabled={!online} onClick={() => void answered()}>
            {COPY.answer}
          </Button>
        )}
      </div>
      {failure !== null && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {FAILURES[failure]}
        </p>
      )}
    </li>
  )
}
