import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { ABOUT_COPY as COPY } from './about-copy.ts'

/** /about: what the product is and what it promises. */
export function AboutScreen() {
  usePageTitle(COPY.title)
  return (
    <article className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-2 text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      {COPY.parts.map(({ title, text }) => (
        <section key={title} className="mt-9">
          <h2 className="text-lg">{title}</h2>
          <p className="mt-3">{text}</p>
        </section>
      ))}
      <div className="mt-10 flex flex-wrap gap-3 border-t border-line pt-6">
        <Link to="/help" className={buttonClass({ variant: 'primary' })}>
          {COPY.help}
        </Link>
        <Link to="/contact" className={buttonClass()}>
          {COPY.contact}
        </Link>
        <Link to="/legal/commerce" className={buttonClass()}>
          {COPY.commerce}
        </Link>
      </div>
    </article>
  )
}
