import { useRef, useState, type ChangeEvent } from 'react'
import type { ProfileResult } from '#domain/profile.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast-list.ts'
import { AVATAR_COPY as COPY, avatarFailure, pictureProblem } from './avatar-copy.ts'
import { wholeCrop, type Crop } from './avatar-crop.ts'
import { AvatarCropper } from './avatar-cropper.tsx'
import { encodeAvatar, readPicture } from './avatar-picture.ts'

export type AvatarActions = {
  change: (picture: Blob) => Promise<ProfileResult>
  remove: () => Promise<ProfileResult>
}
type AvatarEditorProps = { name: string; src: string | null; online: boolean; actions: AvatarActions }
type Chosen = { picture: ImageBitmap; crop: Crop }

/** One's picture, which opens the way to another. Needs a connection; what was chosen stays until it has worked. */
export function AvatarEditor({ name, src, online, actions }: AvatarEditorProps) {
  const [open, setOpen] = useState(false)
  const [times, setTimes] = useState(0)
  return (
    <>
      <button
        type="button"
        aria-label={COPY.change}
        aria-haspopup="dialog"
        onClick={() => {
          setTimes(times + 1)
          setOpen(true)
        }}
        className="relative rounded-full"
      >
        <Avatar name={name} src={src} size="xl" />
        <span className="absolute end-0 bottom-0 grid size-8 place-items-center rounded-full border border-line bg-surface text-ink">
          <Icon name="edit" size={16} />
        </span>
      </button>
      <AvatarDialog
        // Each time it begins anew.
        key={times}
        open={open}
        name={name}
        src={src}
        online={online}
        actions={actions}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

type AvatarDialogProps = AvatarEditorProps & { open: boolean; onClose: () => void }

function AvatarDialog({ open, name, src, online, actions, onClose }: AvatarDialogProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const [notice, setNotice] = useState<string>()
  const [busy, setBusy] = useState<'change' | 'remove'>()
  const file = useRef<HTMLInputElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [picked] = target.files ?? []
    // The same file again is a choice, too.
    target.value = ''
    if (!picked) return
    const read = await readPicture(picked)
    if (typeof read === 'string') return setNotice(pictureProblem(read))
    setNotice(undefined)
    setChosen({ picture: read, crop: wholeCrop(read) })
  }
  async function finish(kind: 'change' | 'remove', work: () => Promise<ProfileResult>, done: string) {
    setBusy(kind)
    setNotice(undefined)
    const result = await work()
    setBusy(undefined)
    if (!result.ok) return setNotice(avatarFailure(result.code))
    showToast({ kind: 'success', message: done })
    onClose()
  }
  async function save() {
    const blob = canvas.current && (await encodeAvatar(canvas.current))
    if (!blob) return setNotice(COPY.unmade)
    await finish('change', () => actions.change(blob), COPY.saved)
  }

  const said = notice ?? (online ? undefined : chosen ? COPY.offline : COPY.offlineRemoving)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={COPY.title}
      footer={
        chosen && (
          <>
            <Button variant="quiet" onClick={onClose}>
              {COPY.cancel}
            </Button>
            <Button variant="primary" busy={busy === 'change'} onClick={() => void save()}>
              {COPY.save}
            </Button>
          </>
        )
      }
    >
      <div className="grid justify-items-center gap-5">
        <p
          role="alert"
          className={said ? 'w-full rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}
        >
          {said}
        </p>
        {chosen ? (
          <AvatarCropper
            picture={chosen.picture}
            crop={chosen.crop}
            onChange={(crop) => setChosen({ ...chosen, crop })}
            canvas={canvas}
          />
        ) : (
          <Avatar name={name} src={src} size="xl" />
        )}
        <div className="flex flex-wrap justify-center gap-3">
          <Button icon={<Icon name="upload" size={18} />} onClick={() => file.current?.click()}>
            {chosen ? COPY.chooseOther : COPY.choose}
          </Button>
          {src && !chosen && (
            <Button
              variant="quiet"
              icon={<Icon name="trash" size={18} />}
              busy={busy === 'remove'}
              onClick={() => void finish('remove', actions.remove, COPY.removed)}
            >
              {COPY.remove}
            </Button>
          )}
        </div>
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          aria-label={COPY.choose}
          onChange={(event) => void choose(event)}
        />
        {!chosen && <p className="text-sm text-muted">{COPY.lead}</p>}
      </div>
    </Dialog>
  )
}
