import { useLayoutEffect, useRef, type ComponentProps } from 'react'

type GrowingTextAreaProps = Omit<ComponentProps<'textarea'>, 'value'> & { value: string }

/** A text area as high as its text, between the limits of its class. Safari before 26.2 and Firefox before 152 have no `field-sizing`. */
export function GrowingTextArea({ ref, value, ...rest }: GrowingTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const field = own.current
    if (!field || globalThis.CSS?.supports?.('field-sizing', 'content') !== false) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
  }, [value])
  return (
    <textarea
      {...rest}
      value={value}
      ref={(field) => {
        own.current = field
        if (typeof ref === 'function') return ref(field)
        if (ref) ref.current = field
      }}
    />
  )
}
