import type { Account } from '#domain/account.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'

/** What the header shows of the person: picture, crown if premium, and on wide screens the name. Decorative. */
export function AccountFace({ account: { name, avatarUrl, isPremium } }: { account: Account }) {
  return (
    <span aria-hidden="true" className="flex h-11 items-center gap-2 ps-1 pe-1 lg:pe-3">
      <span className="relative">
        <Avatar name={name} src={avatarUrl} size="sm" />
        {isPremium && (
          <span className="absolute -top-2 -right-1.5 rounded-full bg-surface p-0.5 text-crown">
            <Icon name="crown" size={14} filled />
          </span>
        )}
      </span>
      <span className="hidden max-w-36 truncate text-sm font-bold lg:inline">{name}</span>
    </span>
  )
}
