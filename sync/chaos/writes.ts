import type { App } from './bundle.ts'
import type { WriteCall } from './steps.ts'

type Store = Parameters<App['writes']['favoriteVideo']>[0]

/** Calls a named write of the app. */
export function callWrite(app: App, store: Store, call: WriteCall): Promise<unknown> {
  const { writes } = app
  switch (call.name) {
    case 'favoriteVideo':
    case 'unfavoriteVideo':
    case 'recordView':
    case 'deleteView':
    case 'deleteRating':
    case 'markConversationRead':
    case 'markNotificationRead':
    case 'deleteNotification':
    case 'blockPerson':
    case 'unblockPerson':
      return writes[call.name](store, call.id)
    case 'rateVideo':
      return writes.rateVideo(store, call.id, call.edit)
    case 'changeSetting':
      return writes.changeSetting(store, call.setting, call.value)
    case 'sendMessage':
      return writes.sendMessage(store, call.conversation, call.body)
    case 'markAllNotificationsRead':
      return writes.markAllNotificationsRead(store)
    default:
      return call satisfies never
  }
}
