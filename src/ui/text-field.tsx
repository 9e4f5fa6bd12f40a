import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldTexts } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type TextFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & { ref?: Ref<HTMLInputElement> }

/** One line of text. A password can be shown and hidden. */
export function TextField({ label, hint, error, optional, type = 'text', ref, ...rest }: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })}>
      {(control) => (
        <span className="relative block">
          <input
            {...rest}
            {...control}
            ref={ref}
            type={secret && shown ? 'text' : type}
            className={classNames(controlClass, 'min-h-11', secret && 'pe-12')}
          />
          {secret && (
            <span className="absolute inset-y-0 end-0.5 grid place-items-center text-muted">
              <IconButton
                icon={shown ? 'eyeOff' : 'eye'}
                label={shown ? 'パスワードを隠す' : 'パスワードを表示'}
                onClick={() => setShown(!shown)}
              />
            </span>
          )}
        </span>
      )}
    </Field>
  )
}
