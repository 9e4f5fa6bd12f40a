import type { ReactNode } from 'react'
import { usePageTitle } from '#ui/page-title.ts'
import type { Page } from './pages-copy.ts'
import { Phrases } from '#ui/phrases.tsx'

/** A page to read, with the ways on at its end. */
export function PageScreen({ page: { title, lead, blocks }, ways }: { page: Page; ways: ReactNode }) {
  usePageTitle(title)
  return (
    <article className="mx-auto max-w-2xl">
      <h1 className="text-2xl">
        <Phrases>{title}</Phrases>
      </h1>
      <p className="mt-2 text-muted [word-break:auto-phrase]">{lead}</p>
      {blocks.map((block) => (
        <section key={block.title} className="mt-9">
          <h2 className="text-lg">
            <Phrases>{block.title}</Phrases>
          </h2>
          {block.text?.map((text) => (
            <p key={text} className="mt-3">
              {text}
            </p>
          ))}
          {block.list && <BulletList items={block.list} />}
        </section>
      ))}
      <nav aria-label="関連するページ" className="mt-10 flex flex-wrap gap-3 border-t border-line pt-6">
        {ways}
      </nav>
    </article>
  )
}

export function BulletList({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-3 grid list-disc gap-2 ps-6">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
