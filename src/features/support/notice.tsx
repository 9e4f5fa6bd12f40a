/** Why a form cannot be sent, or was not: beside its button, which is in view when it is pressed. */
export function Notice({ children }: { children: string | null }) {
  return (
    <div className={children ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}>
      <p role="alert">{children}</p>
    </div>
  )
}
