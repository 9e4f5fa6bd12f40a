import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { COPY } from './copy.ts'

type Theme = 'light' | 'dark'
/** A form inside a dialog; `close` when it is done or given up. */
type FormIn = (close: () => void) => ReactNode

type SettingsScreenProps = {
  email: string
  /** The address that waits for its confirmation, if any. */
  newEmail: string | undefined
  theme: Theme
  onTheme: (theme: Theme) => void
  emailForm: FormIn
  passwordForm: FormIn
  secondFactor: ReactNode
  /** What a person can take along and bring back. */
  data: ReactNode
  deletion: ReactNode
  onSignOut: () => void
}

const LINKS = [
  { to: '/profile/sync', label: COPY.sync, hint: COPY.syncHint, icon: 'refresh' },
  { to: '/profile/blocked', label: COPY.blocked, hint: COPY.blockedHint, icon: 'shield' },
] as const

export function SettingsScreen({
  email,
  newEmail,
  theme,
  onTheme,
  secondFactor,
  data,
  deletion,
  ...rest
}: SettingsScreenProps) {
  usePageTitle(COPY.title)
  return (
    <div className="max-w-3xl">
      <h1 className="mb-6 text-2xl">{COPY.title}</h1>
      <div className="grid grid-cols-1 gap-9">
        <Section title={COPY.look} hint={COPY.lookHint}>
          <ThemeChoice theme={theme} onTheme={onTheme} />
        </Section>
        <Section title={COPY.account}>
          <div className="overflow-hidden rounded-xl border border-line bg-surface">
            <Changeable
              name={COPY.email}
              value={email}
              note={newEmail && COPY.newEmail(newEmail)}
              title={COPY.changeEmail}
              form={rest.emailForm}
            />
            <Changeable
              name={COPY.password}
              value={COPY.passwordHidden}
              title={COPY.changePassword}
              form={rest.passwordForm}
            />
          </div>
        </Section>
        {secondFactor}
        <Section title={COPY.device}>
          <ul className="overflow-hidden rounded-xl border border-line bg-surface">
            {LINKS.map(({ to, label, hint, icon }) => (
              <li key={to} className="border-b border-line last:border-0">
                <Link
                  to={to}
                  className="flex min-h-14 items-center gap-4 px-4 py-2.5 text-ink no-underline -outline-offset-3 transition-colors hover:bg-hover"
                >
                  <Icon name={icon} />
                  <span className="min-w-0 flex-1">
                    {label}
                    <span className="block text-xs text-muted">{hint}</span>
                  </span>
                  <Icon name="chevronRight" size={18} className="text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </Section>
        {data}
        <Section title={COPY.signOut} hint={COPY.signOutHint}>
          <Button icon={<Icon name="logout" size={18} />} onClick={rest.onSignOut}>
            {COPY.signOut}
          </Button>
        </Section>
        {deletion}
      </div>
    </div>
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}

const THEMES = [
  { value: 'light', label: COPY.light, icon: 'sun' },
  { value: 'dark', label: COPY.dark, icon: 'moon' },
] as const

function ThemeChoice({ theme, onTheme }: Pick<SettingsScreenProps, 'theme' | 'onTheme'>) {
  return (
    <div role="radiogroup" aria-label={COPY.look} className="grid gap-3 sm:grid-cols-2">
      {THEMES.map(({ value, label, icon }) => (
        <label
          key={value}
          className="flex min-h-14 cursor-pointer items-center gap-3 rounded-xl border border-line bg-surface px-4 has-checked:border-ink has-checked:font-bold has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => onTheme(value)}
            className="size-4 accent-ink"
          />
          <Icon name={icon} size={20} />
          {label}
        </label>
      ))}
    </div>
  )
}

type ChangeableProps = { name: string; value: string; note?: string | undefined; title: string; form: FormIn }

function Changeable({ name, value, note, title, form }: ChangeableProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-xs text-muted">{name}</p>
        <p className="wrap-anywhere">{value}</p>
        {note && <p className="mt-1 text-xs wrap-anywhere text-caution">{note}</p>}
      </div>
      <Button size="sm" aria-label={title} onClick={() => setOpen(true)}>
        {COPY.change}
      </Button>
      <Dialog open={open} onClose={close} title={title}>
        {form(close)}
      </Dialog>
    </div>
  )
}
