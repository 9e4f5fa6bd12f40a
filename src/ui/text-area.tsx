import type { Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldTexts } from './field.tsx'
import { GrowingTextArea } from './growing-text-area.tsx'
import { grouped } from './japanese-number.ts'

type TextAreaProps = FieldTexts &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className' | 'maxLength'> & {
    value: string
    /** In characters as people count them; shown, and marked when passed. Typing is never cut off. */
    limit?: number
    ref?: Ref<HTMLTextAreaElement>
  }

/** Number of characters as Postgres counts them (code points). */
export const lengthOf = (text: string): number => Array.from(text.normalize('NFC')).length

/** Several lines of text; grows with them. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  limit,
  value,
  rows = 3,
  ref,
  ...rest
}: TextAreaProps) {
  const length = limit === undefined ? 0 : lengthOf(value)
  const over = limit !== undefined && length > limit
  const aside = limit !== undefined && (
    <span className={classNames('text-xs', over ? 'font-bold text-danger' : 'text-muted')}>
      {grouped(length)} / {grouped(limit)}
    </span>
  )
  const tooLong = over ? `${grouped(length - limit)}文字多すぎます。` : undefined
  return (
    <Field label={label} hint={hint} error={error ?? tooLong} aside={aside} {...(optional && { optional })}>
      {(control) => (
        <GrowingTextArea
          {...rest}
          {...control}
          ref={ref}
          value={value}
          rows={rows}
          className={classNames(
            controlClass,
            'field-sizing-content max-h-80 min-h-24 resize-y leading-[1.7]',
          )}
        />
      )}
    </Field>
  )
}
