import { createLazyRoute } from '@tanstack/react-router'
import { useValue } from '#app/app-context.ts'
import { deletionReceipt } from '#app/deletion-receipt.ts'
import { AccountDeletedScreen } from '#features/auth/account-deleted-screen.tsx'

export const Route = createLazyRoute('/account-deleted')({ component: AccountDeleted })

function AccountDeleted() {
  const receipt = useValue(deletionReceipt)
  return receipt && <AccountDeletedScreen receipt={receipt} />
}
