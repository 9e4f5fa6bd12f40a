/** Everything a test does with a device, as one module, so that each device can have a copy of the whole engine (see realm.ts). */
export { syncActivity } from '../activity.ts'
export { expireVideos } from '../catalogue/expire-videos.ts'
export { refillCatalogue } from '../catalogue/refill.ts'
export { conversationList, markConversationRead, unreadMessageCount } from '../collections/conversations.ts'
export {
  bringFavoriteBack,
  favoriteOf,
  favoriteVideo,
  favoriteVideos,
  unfavoriteVideo,
} from '../collections/favorites.ts'
export { deleteView, recentHistory, recordView, undoDeleteView } from '../collections/history.ts'
export {
  cancelMessage,
  deleteMessage,
  editMessage,
  lastMessageOf,
  messagesOf,
  sendMessage,
} from '../collections/messages.ts'
export { notificationList, unreadNotificationCount } from '../collections/notification-list.ts'
export {
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
  undoDeleteNotifications,
  undoMarkNotificationsRead,
} from '../collections/notification-marks.ts'
export { myRating, myRatings } from '../collections/my-ratings.ts'
export { deleteRating, rateVideo, undoRating } from '../collections/rating-edits.ts'
export { blockedPeople, blockPerson, unblockPerson } from '../collections/blocks.ts'
export { answerRequest, isRequestGone, requestState } from '../collections/connection-answers.ts'
export { decideLiking, incomingLikes, likedPeople, matchCandidates, matches } from '../collections/likings.ts'
export { relationWith } from '../collections/relations.ts'
export { reportPerson } from '../collections/reports.ts'
export { changeSetting, settingOf } from '../collections/settings.ts'
export { forgetUnfinished } from '../collections/forget-unfinished.ts'
export { layUnfinished } from '../generations/lay-unfinished.ts'
export { watchStorage } from '../storage/storage-watch.ts'
export { carryOver } from '../generations/carry-over.ts'
export { keepPuttingOlderAway, putOlderAway } from '../generations/put-away.ts'
export { conflicts, dismissOverruled, restoreOverruled } from '../outbox/conflicts.ts'
export { takeOverOlder } from '../generations/take-over.ts'
export { discardParked, retryParked } from '../outbox/decisions.ts'
export { refusedEdits, waitingEdits } from '../outbox/waiting.ts'
export { learn } from '../replication/learn.ts'
export { sendingRefusals } from '../collections/sending.ts'
export { bringOlder } from '../collections/bring-older.ts'
export { syncOnce } from '../replication/once.ts'
export { startReplication } from '../replication/start.ts'
export { createTransport } from '../replication/transport.ts'
export { openStore } from '../store.ts'
export { fastInstanceOf } from '../storage/fast-dexie.ts'
