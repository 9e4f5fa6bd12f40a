/// Order matters: routes are asked in the order in which they are registered, and every listener must exist after the first evaluation.
import { listenForBackgroundSync, sendWhatIsPending } from './background-sync.ts'
import { serveCatalogue } from './catalogue-cache.ts'
import { serveEnvironment } from './environment-cache.ts'
import { listenForDepartures } from './forgettable.ts'
import { listenForPeriodicRefresh } from './periodic-refresh.ts'
import { listenForSubscriptionChange } from './push-renewal.ts'
import { listenForPush } from './push.ts'
import { keepSender } from './sender.ts'
import { serveShell } from './shell.ts'
import { serveThumbnails } from './thumbnail-cache.ts'
import { listenForUpdate } from './update.ts'

serveEnvironment()
serveThumbnails()
serveCatalogue()
serveShell()
listenForDepartures()
keepSender()
listenForBackgroundSync()
listenForPeriodicRefresh()
listenForPush(sendWhatIsPending)
listenForSubscriptionChange()
listenForUpdate()
