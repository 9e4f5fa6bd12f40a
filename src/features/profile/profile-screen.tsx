import { Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { Account } from '#domain/account.ts'
import type { ProfileFields, ProfileResult } from '#domain/profile.ts'
import type { ProfileDocument } from '#sync/collections/profiles.ts'
import type { Store } from '#sync/store.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useFormDraft } from '#ui/use-draft.ts'
import { useLive } from '#ui/use-live.ts'
import type { AvatarActions } from './avatar-editor.tsx'
import { COPY } from './copy.ts'
import { ownProfile } from './own-profile.ts'
import { PROFILE_DRAFT, ProfileDraft } from './profile-draft.ts'
import { PrivateFacts } from './private-facts.tsx'
import { ProfileEditor, type ProfileEditorProps } from './profile-editor.tsx'
import { ProfileHead, ProfileWords } from './profile-facts.tsx'
import { fieldsOf } from './profile-fields.ts'
import { ProfileRooms } from './profile-rooms.tsx'
import { TasteCard } from './taste-card.tsx'

type ProfileScreenProps = {
  store: Store | null
  account: Account
  online: boolean
  saveProfile: (changes: Partial<ProfileFields>) => Promise<ProfileResult>
  avatar: AvatarActions
  /** Opens the editor at this field. */
  editAt?: ProfileEditorProps['editAt']
  onSignOut: () => void
}

/** /profile: who one is to others, and the way to everything one owns. Shown from the device. */
export function ProfileScreen({
  store,
  account,
  online,
  saveProfile,
  avatar,
  editAt,
  onSignOut,
}: ProfileScreenProps) {
  usePageTitle(COPY.title)
  const { userId } = account
  const profile$ = useMemo(() => store && ownProfile(store), [store])
  const profile = useLive<ProfileDocument | null>(profile$, null)
  const draft = useFormDraft(userId, PROFILE_DRAFT, ProfileDraft)
  const [editing, setEditing] = useState(editAt !== undefined || draft.value !== null)
  /** Counts how often a draft came back into the editor, which begins anew with it. */
  const [resumed, setResumed] = useState(0)
  const editButton = useRef<HTMLButtonElement>(null)
  // What the profile says comes above it
  const waitsForWords = profile === null && 'invisible'
  const close = () => {
    setEditing(false)
    // The button comes back in the next paint, on a page that is shorter by the form.
    requestAnimationFrame(() => {
      window.scrollTo(0, 0)
      editButton.current?.focus()
    })
  }
  return (
    <div className="section">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:order-1 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-12">
        <div className="max-w-3xl">
          <h1 className="sr-only">{COPY.title}</h1>
          <ProfileHead account={account} profile={profile} online={online} avatar={avatar} />
          <div className="mt-6">
            {editing && profile ? (
              <ProfileEditor
                key={resumed}
                draft={draft}
                saved={fieldsOf(profile)}
                online={online}
                saveProfile={saveProfile}
                editAt={editAt}
                onClose={close}
                onResume={() => {
                  setResumed((times) => times + 1)
                  setEditing(true)
                }}
              />
            ) : (
              <>
                <ProfileWords profile={profile} />
                {profile && <PrivateFacts profile={profile} />}
                <div
                  className={classNames('mt-5 flex flex-wrap items-center gap-x-1 gap-y-2', waitsForWords)}
                >
                  <button
                    ref={editButton}
                    type="button"
                    disabled={profile === null}
                    onClick={() => setEditing(true)}
                    className={buttonClass({ size: 'sm' })}
                  >
                    <Icon name="edit" size={18} />
                    {COPY.edit}
                  </button>
                  <Link
                    to="/profile/$personId"
                    params={{ personId: userId }}
                    className={buttonClass({ variant: 'quiet', size: 'sm' })}
                  >
                    <Icon name="eye" size={18} />
                    {COPY.asOthers}
                  </Link>
                </div>
              </>
            )}
          </div>
        </div>
        <TasteCard store={store} className={waitsForWords} />
      </div>
      <div className="mt-2 grid gap-4 lg:mt-0">
        <ProfileRooms store={store} />
        <Button
          variant="quiet"
          icon={<Icon name="logout" size={20} />}
          onClick={onSignOut}
          className="justify-self-start"
        >
          {COPY.signOut}
        </Button>
      </div>
    </div>
  )
}
