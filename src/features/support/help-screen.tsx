import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { foldForSearch } from '#domain/search-fold.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { TextField } from '#ui/text-field.tsx'
import { HELP_COPY as COPY, helpTopics, type HelpTopic } from './help-topics.ts'

/** Topics in which all the words are found. */
function topicsWith(words: string): readonly HelpTopic[] {
  const wanted = foldForSearch(words).split(/\s+/).filter(Boolean)
  return helpTopics().filter(({ title, text }) => {
    const whole = foldForSearch([title, ...text].join('\n'))
    return wanted.every((word) => whole.includes(word))
  })
}

/** /help: everything about the product that people may want to know, each topic with an anchor of its own. */
export function HelpScreen() {
  usePageTitle(COPY.title)
  const [words, setWords] = useState('')
  const topics = topicsWith(words)
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-2 mb-6 text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      <search>
        <TextField
          label={COPY.search}
          hint={COPY.searchHint}
          type="search"
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </search>
      <p role="status" className="mt-3 text-sm text-muted">
        {words.trim() !== '' && (topics.length === 0 ? COPY.none : COPY.found(topics.length))}
      </p>
      {topics.length === 0 ? (
        <EmptyState
          icon="search"
          title={COPY.none}
          body={COPY.noneBody}
          action={<Button onClick={() => setWords('')}>{COPY.clear}</Button>}
        />
      ) : (
        <>
          {words.trim() === '' && (
            <nav aria-label={COPY.topics} className="mt-4 flex flex-wrap gap-2">
              {topics.map(({ id, title }) => (
                <Link
                  key={id}
                  to="/help"
                  hash={id}
                  className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-sm text-ink no-underline hover:bg-hover"
                >
                  {title}
                </Link>
              ))}
            </nav>
          )}
          {topics.map(({ id, title, text }) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`} className="mt-9 scroll-mt-24">
              <h2 id={`${id}-heading`} className="text-lg">
                {title}
              </h2>
              {text.map((paragraph) => (
                <p key={paragraph} className="mt-3">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </>
      )}
      <nav aria-label={COPY.ways} className="mt-10 flex flex-wrap gap-3 border-t border-line pt-6">
        <Link to="/faq" className={buttonClass()}>
          {COPY.faq}
        </Link>
        <Link to="/contact" className={buttonClass()}>
          {COPY.contact}
        </Link>
        <Link to="/report" className={buttonClass()}>
          {COPY.report}
        </Link>
      </nav>
    </div>
  )
}
