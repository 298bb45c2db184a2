import { subscribeToUserStream } from '#api/stream/personStream.ts'
import { watchPriceRecord } from '#api/priceRecord/record.ts'
import { isRunningStandalone } from '#device/installation.ts'
import { startFavouritesSync } from '../favourites/favourites.ts'
import { startLaunchHandler } from './launchHandler.ts'
import { startMarginWarningToasts } from '../status/marginWarnings.ts'
import { startNotificationAndOutboxHandling } from '../status/notifications.ts'
import { startCloseOutToasts } from '../status/closeOutToasts.ts'
import { startActivityReports } from './presence.ts'
import { enablePullToRefresh } from '../pullToRefresh.ts'

/** What goes on for somebody who uses the app: a first look at one screen has no part in it. */
export function startEngagedVisitorServices(): void {
  subscribeToUserStream()
  startCloseOutToasts()
  startMarginWarningToasts()
  startActivityReports()
  watchPriceRecord()
  startFavouritesSync()
  startNotificationAndOutboxHandling()
  // Only some browsers say so.
  if ('launchQueue' in window) startLaunchHandler()
  // Where there is a bar of the browser, it has its own way.
  if (isRunningStandalone()) enablePullToRefresh()
}
