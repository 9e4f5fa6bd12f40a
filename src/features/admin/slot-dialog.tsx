import { useId, useState } from 'react'
import { SLOT_PRICE, SLOT_TYPES, type Admin, type AdminFailure, type AdminSlot } from '#domain/admin.ts'
import { composedName, typedNumber } from '#domain/typed-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { controlClass, Field } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-list.ts'
import { COPY as SHARED, FAILURES } from './copy.ts'
import { PROMOTION as COPY } from './promotion-copy.ts'

type SlotDialogProps = {
  admin: Pick<Admin, 'saveSlot'>
  online: boolean
  /** Null for one to come. */
  slot: AdminSlot | null
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** What a slot is called, where it is and what a day costs. */
export function SlotDialog({ admin, online, slot, open, onClose, onDone }: SlotDialogProps) {
  const form = useId()
  const [name, setName] = useState(slot?.name ?? '')
  const [type, setType] = useState(slot?.type ?? 'home')
  const [price, setPrice] = useState(String(slot?.slot_prices?.price_per_day ?? ''))
  const [failure, setFailure] = useState<AdminFailure | null>(null)
  const [busy, setBusy] = useState(false)

  const save = async (): Promise<void> => {
    const yen = typedNumber(price) ?? Number.NaN
    if (composedName(name) === '') return setFailure('name_invalid')
    if (!Number.isInteger(yen) || yen < SLOT_PRICE.least || yen > SLOT_PRICE.most)
      return setFailure('price_invalid')
    setBusy(true)
    setFailure(null)
    const result = await admin.saveSlot(slot?.id ?? null, composedName(name), type, yen)
    setBusy(false)
    if (!result.ok) return setFailure(result.code)
    onClose()
    showToast({ kind: 'success', message: COPY.saved })
    onDone()
  }
  const isOfField = failure === 'name_invalid' || failure === 'price_invalid'
  const problem = !online ? SHARED.needsConnection : failure && !isOfField ? FAILURES[failure] : null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={slot ? COPY.editNamed(slot.name) : COPY.add}
      footer={
        <>
          {problem && (
            <p role="alert" className="basis-full text-sm text-danger">
              {problem}
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            {SHARED.keep}
          </Button>
          <Button variant="primary" type="submit" form={form} busy={busy} disabled={!online}>
            {COPY.save}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && online) void save()
        }}
      >
        <TextField
          label={COPY.name}
          value={name}
          error={failure === 'name_invalid' ? FAILURES.name_invalid : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Field label={COPY.place}>
          {(control) => (
            <select
              {...control}
              value={type}
              onChange={(event) => setType(SLOT_TYPES.find((known) => known === event.target.value) ?? type)}
              className={`${controlClass} min-h-11`}
            >
              {SLOT_TYPES.map((place) => (
                <option key={place} value={place}>
                  {COPY.places[place]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={COPY.price}
          hint={COPY.priceHint}
          inputMode="numeric"
          value={price}
          error={failure === 'price_invalid' ? FAILURES.price_invalid : undefined}
          onChange={(event) => setPrice(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
