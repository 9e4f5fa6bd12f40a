import type { Account } from '#domain/account.ts'
import { genreName } from '#domain/genres.ts'
import { isWebAddress } from '#domain/profile.ts'
import type { ProfileDocument } from '#sync/collections/profiles.ts'
import { Icon } from '#ui/icon.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { AvatarEditor, type AvatarActions } from './avatar-editor.tsx'
import { COPY } from './copy.ts'

type HeadProps = {
  account: Account
  profile: ProfileDocument | null
  online: boolean
  avatar: AvatarActions
}

/** Picture, names, membership. */
export function ProfileHead({ account, profile, online, avatar }: HeadProps) {
  const name = profile?.username ?? account.name
  const displayName = profile?.display_name
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <AvatarEditor
        name={name}
        src={profile ? (profile.avatar_url ?? null) : account.avatarUrl}
        online={online}
        actions={avatar}
      />
      <div className="min-w-0 flex-1 basis-44">
        <p className="text-2xl leading-tight font-bold [word-break:auto-phrase]">{name}</p>
        {displayName && displayName !== name && <p className="text-muted">{displayName}</p>}
        <p className="text-sm text-muted">{account.email}</p>
        {account.isPremium && (
          <p className="mt-1.5 inline-flex items-center gap-1.5 rounded-full border border-line bg-surface py-1 ps-2.5 pe-3.5 text-sm font-bold">
            <Icon name="crown" size={18} className="text-crown" />
            {COPY.premium}
          </p>
        )}
      </div>
    </div>
  )
}

type Said = Pick<ProfileDocument, 'bio' | 'channel_url' | 'interests'>

/** What one says about oneself. `profile` null: it has not arrived yet. */
export function ProfileWords({ profile }: { profile: Said | null }) {
  if (!profile)
    return (
      <Loading>
        <div className="grid gap-2.5">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      </Loading>
    )
  const { bio, channel_url: channel, interests = [] } = profile
  return (
    <>
      <p dir="auto" className={bio ? 'whitespace-pre-line' : 'text-muted'}>
        {bio || COPY.noBio}
      </p>
      {interests.length > 0 && (
        <ul aria-label={COPY.interests} className="mt-4 flex flex-wrap gap-2">
          {interests.map((id) => (
            <li key={id} className="rounded-full border border-line bg-surface px-3 py-1 text-sm">
              {genreName(id) ?? id}
            </li>
          ))}
        </ul>
      )}
      {channel && isWebAddress(channel) && (
        <a
          href={channel}
          target="_blank"
          rel="noreferrer"
          className="mt-3 flex w-fit max-w-full items-center gap-1.5 text-sm text-ink underline underline-offset-3"
        >
          <Icon name="external" size={18} className="text-muted" />
          <span className="truncate">{channel.replace(/^https?:\/\/(www\.)?/i, '')}</span>
        </a>
      )}
    </>
  )
}
