import { useEffect, useRef } from 'react'
import type { SecondFactorSetup } from '#domain/account.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-list.ts'
import { authLinkClass } from './auth-frame.tsx'
import { COPY } from './copy.ts'

const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** What an authenticator app takes in: by camera, by key, or on this device. It takes the place of a form, so the focus goes here. */
export function SetupKey({ setup: { qrCode, secret, uri } }: { setup: SecondFactorSetup }) {
  const lead = useRef<HTMLParagraphElement>(null)
  useEffect(() => lead.current?.focus(), [])

  async function copy() {
    const done = await navigator.clipboard.writeText(secret).then(
      () => true,
      () => false,
    )
    showToast(
      done
        ? { kind: 'success', message: COPY.factorCopied }
        : { kind: 'error', message: COPY.factorNotCopied },
    )
  }

  return (
    <>
      <p ref={lead} tabIndex={-1} className="text-sm outline-none [word-break:auto-phrase]">
        {COPY.factorScan}
      </p>
      <img
        src={qrCode}
        alt={COPY.factorQr}
        width={240}
        height={240}
        className="mx-auto rounded-md bg-white"
      />
      <a href={uri} className={authLinkClass}>
        {COPY.factorOpenApp}
      </a>
      <div className="grid gap-2">
        <p className="text-sm [word-break:auto-phrase]">{COPY.factorSecret}</p>
        <code className="rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere select-all">
          {grouped(secret)}
        </code>
        <Button size="sm" onClick={() => void copy()}>
          {COPY.factorCopy}
        </Button>
      </div>
    </>
  )
}
