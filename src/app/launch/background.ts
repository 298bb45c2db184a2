import { queryClient } from '#api/queryClient.ts'
import { hasToken } from '#api/session.ts'
import { serverSettingQuery } from '#api/settingQuery.ts'
import { mobileLayoutMaxWidthPx } from '#contract/constants.ts'
import { waitForPageQuiet, runWhenPageIdle } from '#device/idle.ts'
import { isRunningStandalone } from '#device/installation.ts'
import { isDataSaverOrSlowConnection } from '#device/metered.ts'
import { serviceWorkerNeededStore } from '#device/workerWanted.ts'
import { onLanguageChange, withWords } from '#i18n/i18n.ts'
import { isRepeatAppStart, startInstallOfferTracking } from '../prompts/installOffer.ts'
import { startLanguageCookieSync } from '../languageCookie.ts'
import { requestPersistentStorageWhenEligible } from '../worker/persistence.ts'
import { loadRemainingRoutes } from '../lazyRoutes.ts'
import { startFieldRecovery } from '../fields/fieldRecovery.ts'
import { isApplyingUpdate, startServiceWorkerAndUpdateChecks } from '../worker/worker.ts'

const quietMs = 3_000
const workerWithinMs = 20_000
const inUseWithinMs = 2_000
/** A page that is never idle begins all the same, one piece after the other. */
const pieceWithinMs = 500

/** What goes on behind the screens, once the first of them is drawn: no more of it than whoever is here has a use for, and each when nothing else is to be done. */
export async function startBackgroundServices(): Promise<void> {
  for (const begin of beginnings) {
    await new Promise<void>((idle) => runWhenPageIdle(idle, pieceWithinMs))
    begin()
  }
}

const beginnings: readonly (() => void)[] = [
  // First: whoever leaves soon was here too.
  startInstallOfferTracking,
  startLanguageCookieSync,
  // Here before somebody types, since a chunk may be lost at the first letter.
  startFieldRecovery,
  // Settings for everybody, so that whichever screen needs them has them.
  () => void queryClient.prefetchQuery(serverSettingQuery('app_config')),
  // What the server has words for is read anew in another language.
  () => onLanguageChange(() => void queryClient.invalidateQueries()),
  () => {
    // Over a connection that is to carry little, whoever only comes back has to touch it too.
    const isKnownHere = hasToken() || isRunningStandalone() || (isRepeatAppStart() && !isDataSaverOrSlowConnection())
    once(isKnownHere ? Promise.resolve() : heard(window, ['pointerdown', 'keydown']), () =>
      runWhenPageIdle(
        () =>
          fetched(
            withWords('app', () => import('./userServices.ts')),
            ({ startEngagedVisitorServices }) => startEngagedVisitorServices(),
          ),
        inUseWithinMs,
      ),
    )
  },
  () => {
    const wide = matchMedia(`(min-width: ${mobileLayoutMaxWidthPx + 1}px)`)
    once(wide.matches ? Promise.resolve() : heard(wide, ['change']), () =>
      fetched(import('../desktopLimit.ts'), ({ startDesktopPageRedirect }) => void startDesktopPageRedirect()),
    )
  },
  // It names pictures to iOS alone.
  () => {
    if ('standalone' in navigator) fetched(import('./splash.ts'), ({ addIosStartupImages }) => addIosStartupImages())
  },
  requestPersistentStorageWhenEligible,
  // On a first visit it begins to fetch: after all that the first screen still waits for.
  () => {
    if (navigator.serviceWorker?.controller) void startServiceWorkerAndUpdateChecks()
    else void Promise.race([waitForPageQuiet(quietMs, workerWithinMs), untilWanted()]).then(startServiceWorkerAndUpdateChecks)
  },
  () => fetched(import('#widgets/content/startArticleSync.ts'), ({ startArticleSync }) => startArticleSync()),
  // Before a second tap asks for it.
  () =>
    once(heard(window, ['pointerdown', 'keydown']), () =>
      runWhenPageIdle(() => void (isApplyingUpdate() || loadRemainingRoutes().catch(() => undefined)), inUseWithinMs),
    ),
]

/** Without a part of this the app works as before. */
const fetched = <T>(part: Promise<T>, use: (part: T) => void): void => void part.then(use, () => undefined)

const once = (when: Promise<unknown>, work: () => void): void => void when.then(work)

const heard = (target: EventTarget, events: readonly string[]): Promise<Event> =>
  new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, resolve, { once: true, capture: true, passive: true })
  })

const untilWanted = (): Promise<void> =>
  new Promise((resolve) => {
    if (serviceWorkerNeededStore.get()) resolve()
    else serviceWorkerNeededStore.subscribe(resolve)
  })
