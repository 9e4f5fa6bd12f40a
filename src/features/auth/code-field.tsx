import type { Ref } from 'react'
import { TextField } from '#ui/text-field.tsx'
import { problemText } from './auth-form.tsx'
import { COPY } from './copy.ts'
import { codeProblem } from './credentials.ts'

type CodeFieldProps = {
  value: string
  onValue: (value: string) => void
  asked: boolean
  ref?: Ref<HTMLInputElement>
}

/** The code that an authenticator app shows, typed however. */
export function CodeField({ value, onValue, asked, ref }: CodeFieldProps) {
  return (
    <TextField
      {...(ref && { ref })}
      label={COPY.code}
      hint={COPY.codeHint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onValue(event.target.value)}
      {...(asked && problemText(codeProblem(value)))}
    />
  )
}
