import { Link } from '@tanstack/react-router'
import type { Contact, ContactResult } from '#domain/contact.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Asker } from './asker.ts'
import { ContactForm } from './contact-form.tsx'
import { CONTACT_COPY as COPY } from './copy.ts'

type ContactScreenProps = {
  asker: Asker
  online: boolean
  send: (contact: Contact) => Promise<ContactResult>
}

/** /contact: a question to us. */
export function ContactScreen({ asker, online, send }: ContactScreenProps) {
  usePageTitle(COPY.title)
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-2 text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      <p className="mt-2 mb-6 text-sm">
        {COPY.before}{' '}
        <Link to="/help" className="underline">
          {COPY.help}
        </Link>{' '}
        <Link to="/faq" className="underline">
          {COPY.faq}
        </Link>
      </p>
      {asker === undefined ? (
        <Loading label={COPY.loading}>
          <Skeleton className="h-96 rounded-xl!" />
        </Loading>
      ) : (
        <ContactForm key={asker?.userId} asker={asker} online={online} send={send} />
      )}
    </div>
  )
}
