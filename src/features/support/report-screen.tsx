import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Contact, ContactResult } from '#domain/contact.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Asker } from './asker.ts'
import { CONTACT_COPY, REPORT_COPY as COPY } from './copy.ts'
import { ReportForm, type ReportAbout } from './report-form.tsx'

type ReportScreenProps = {
  about?: ReportAbout | null
  /** Where a visitor comes back to. */
  here?: string
  asker: Asker
  /** The device's data; null while they open. */
  store: Store | null
  online: boolean
  send: (contact: Contact) => Promise<ContactResult>
}

/** /report: what can be reported and how, and a form for members. */
export function ReportScreen({ asker, about = null, here = '/report', ...rest }: ReportScreenProps) {
  usePageTitle(COPY.title)
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-2 text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      <Part title={COPY.what}>
        <Bullets items={COPY.whatList} />
      </Part>
      <Part title={COPY.how}>
        <Bullets items={COPY.howList} />
      </Part>
      <Part title={COPY.after}>
        <p>{COPY.afterBody}</p>
      </Part>
      <Part title={COPY.form}>
        {asker === undefined && (
          <Loading label={CONTACT_COPY.loading}>
            <Skeleton className="h-96 rounded-xl!" />
          </Loading>
        )}
        {asker === null && (
          <>
            <p>{COPY.login}</p>
            <p className="mt-2 mb-4 text-sm text-muted">{COPY.visitor}</p>
            <div className="flex flex-wrap gap-3">
              <Link to="/login" search={{ from: here }} className={buttonClass({ variant: 'primary' })}>
                {COPY.toLogin}
              </Link>
              <Link to="/contact" className={buttonClass()}>
                {COPY.contact}
              </Link>
            </div>
          </>
        )}
        {asker && <ReportForm key={asker.userId} about={about} asker={asker} {...rest} />}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  )
}

function Bullets({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 ps-6">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
