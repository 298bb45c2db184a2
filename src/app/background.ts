import { hearPerson } from '#api/personStream.ts'
import { queryClient } from '#api/queryClient.ts'
import { whenIdle } from '#device/idle.ts'
import { isInstalled } from '#device/installation.ts'
import { loadScreenWords, onLanguage } from '#i18n/i18n.ts'
import { watchUsefulness } from './installOffer.ts'
import { keepDesktopLimit } from './desktopLimit.ts'
import { sayMarginWarnings } from './marginWarnings.ts'
import { askForLastingStorage } from './persistence.ts'
import { tellOfCloseOuts } from './positionNews.ts'
import { startPresence } from './presence.ts'
import { growTree } from './wholeTree.ts'
import { nameSplash } from './splash.ts'
import { startWorker } from './worker.ts'

const workerWithinMs = 2_000

/** What goes on behind the screens, once the first of them is drawn. */
export function startBackground(): void {
  // Before a first tap asks for it; a tap that finds it missing asks again.
  growTree().catch(() => undefined)
  hearPerson()
  tellOfCloseOuts()
  sayMarginWarnings()
  startPresence()
  watchUsefulness()
  nameSplash()
  askForLastingStorage()
  void keepDesktopLimit()
  // What the server has words for is read anew in another language.
  onLanguage(() => void queryClient.invalidateQueries())
  // Without the checker's code the app works as before; a check says so itself.
  import('#api/priceRecord/record.ts').then(
    ({ watchRecord }) => watchRecord(),
    () => undefined,
  )
  // Nor is anything else held up by what keeps favourites in step with the account.
  import('./favourites.ts').then(
    ({ keepFavourites }) => keepFavourites(),
    () => undefined,
  )
  import('./notifications.ts').then(
    ({ keepNotifications }) => keepNotifications(),
    () => undefined,
  )
  // Only an installed app is launched, and only some browsers say so.
  if ('launchQueue' in window)
    import('./launches.ts').then(
      ({ followLaunches }) => followLaunches(),
      () => undefined,
    )
  // Where there is a bar of the browser, it has its own way.
  if (isInstalled())
    import('./pull.ts').then(
      ({ watchPulls }) => watchPulls(),
      () => undefined,
    )
  // On a first visit it fetches the whole app: after what the first screen still waits for.
  if (navigator.serviceWorker?.controller) void startWorker()
  else whenIdle(() => void startWorker(), workerWithinMs)
  import('#widgets/keepReading.ts').then(
    ({ keepReading }) => keepReading(),
    () => undefined,
  )
  // Before another screen asks for them; whoever needs them and does not get them says so.
  loadScreenWords().catch(() => undefined)
}
