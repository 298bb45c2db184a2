import { pendingLaunchPathStore } from '../prompts/pendingLaunch.ts'
import { pathOfLaunchTarget, createNewLaunchPredicate } from './launchTarget.ts'
import { hasTypedOnCurrentScreen } from '../worker/chunkLoadError.ts'
import { appPromptsNeededStore } from '../prompts/promptsNeeded.ts'
import { router } from '../router.ts'

/** Of the Launch Handler API: known to browsers, not yet to TypeScript's list. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void
}

const toldKey = 'launch-told'

/**
 * The manifest's `launch_handler` brings the open window forward rather than loading the app anew. A shortcut or a link that was pressed
 * arrives here and leads to its screen; what is open and unfinished is not taken away without a question.
 */
export function startLaunchHandler(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isNews = createNewLaunchPredicate(opened, { read: readTold, write: writeTold })
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL || !isNews(targetURL)) return
    const place = pathOfLaunchTarget(targetURL, location.origin)
    if (place === undefined || place === router.state.location.href) return
    onceUncovered(() => (isUnfinished() ? ask(place) : router.history.push(place)))
  })
}

function ask(place: string): void {
  appPromptsNeededStore.set(true)
  pendingLaunchPathStore.set(place)
}

const fields = 'main :is(textarea, input:not([type=radio], [type=checkbox], [type=range], [type=search]))'

/** A sheet that is open, or a field of this screen that somebody has filled in. */
const isUnfinished = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (hasTypedOnCurrentScreen() &&
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].some(({ value }) => value !== ''))

/** Under the app lock nothing is opened and nothing is asked: it comes after. */
function onceUncovered(work: () => void): void {
  const isCovered = () => document.documentElement.dataset['covered'] !== undefined
  if (!isCovered()) return work()
  const watch = new MutationObserver(() => {
    if (isCovered()) return
    watch.disconnect()
    work()
  })
  watch.observe(document.documentElement, { attributeFilter: ['data-covered'] })
}

function readTold(): string | undefined {
  try {
    return sessionStorage.getItem(toldKey) ?? undefined
  } catch {
    return undefined
  }
}

function writeTold(target: string): void {
  try {
    sessionStorage.setItem(toldKey, target)
  } catch {
    // Then a reload may lead where the last launch led.
  }
}
