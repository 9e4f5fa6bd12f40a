import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { COPY } from './copy.ts'
import { Phrases } from '#ui/phrases.tsx'

/** What Mirutomo is, for those who are not in yet. */
export function Hero() {
  return (
    <section className="max-w-2xl pt-2 md:pt-6">
      <h1 className="text-2xl sm:text-3xl">
        <Phrases>{COPY.heroTitle}</Phrases>
      </h1>
      <p className="mt-3 text-muted">{COPY.heroBody}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/signup" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {COPY.signup}
        </Link>
        <Link to="/login" className={buttonClass({ size: 'lg' })}>
          {COPY.login}
        </Link>
      </div>
    </section>
  )
}
