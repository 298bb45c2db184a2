import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { queryClient } from '#api/queryClient.ts'
import { hasToken, userSessionStore } from '#api/session.ts'
import { i18n, switchLanguage, resolveInitialLanguageCode, withWords } from '#i18n/i18n.ts'
import styles from './Lock.module.css'
import { removeAppLock, isAppUnlockRequired, clearAppHiddenAt, storeAppHiddenAt, readAppLock } from './lockStore.ts'

const rootElement = document.documentElement
const pollIntervalMs = 5_000
/** Until then nothing is shown: what asks who it is has not come. */
const loadRetryMs = 2_000

let cover: HTMLDialogElement | undefined
let root: Root | undefined
let isStarted = false
let isLocked = false
let lastActiveAt = 0

/** From now on the app is covered when it is left and locked after the pause; at a start it says first whether it is locked. */
export function startAppLockWatcher({ isFresh = false }: { isFresh?: boolean } = {}): void {
  if (isStarted) return
  isStarted = true
  lastActiveAt = Date.now()
  document.addEventListener('visibilitychange', handleVisibilityChange)
  addEventListener('pagehide', coverWhenLeft)
  for (const sign of ['pointerdown', 'keydown'] as const) addEventListener(sign, recordActivity, { capture: true, passive: true })
  setInterval(lockWhenIdle, pollIntervalMs)
  // Whoever signs out takes their lock with them.
  userSessionStore.subscribe(() => hasToken() || removeLock())
  const lock = readAppLock()
  if (lock && hasToken() && !isFresh && isAppUnlockRequired(lock, Date.now())) lockApp()
  else clearAppHiddenAt()
  rootElement.style.removeProperty('visibility')
}

const isOn = (): boolean => readAppLock() !== undefined && hasToken()

function handleVisibilityChange(): void {
  if (document.visibilityState === 'hidden') coverWhenLeft()
  else handleReturn()
}

function coverWhenLeft(): void {
  if (!isOn()) return
  if (!isLocked) storeAppHiddenAt(Date.now())
  // What the app switcher shows of the app is what it shows last.
  showCover()
}

function handleReturn(): void {
  const lock = readAppLock()
  if (!lock || !isOn()) return unlock()
  if (isLocked) return
  if (isAppUnlockRequired(lock, Date.now())) lockApp()
  else unlock()
}

function recordActivity(): void {
  lastActiveAt = Date.now()
}

/** A phone left lying open on the table is a pause too. */
function lockWhenIdle(): void {
  const lock = readAppLock()
  if (!lock || isLocked || !isOn() || lock.minutes === 0 || document.visibilityState === 'hidden') return
  if (Date.now() - lastActiveAt >= lock.minutes * 60_000 || Date.now() < lastActiveAt) lockApp()
}

function lockApp(): void {
  isLocked = true
  // A reload finds it locked.
  storeAppHiddenAt(0)
  showCover()
  const words = switchLanguage(resolveInitialLanguageCode()).catch(() => undefined)
  const renderLockScreen = ([{ LockScreen }]: [typeof import('./LockScreen.tsx'), unknown]): void => {
    if (!isLocked || !cover) return
    root ??= createRoot(cover)
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <LockScreen onUnlocked={unlock} />
        </I18nProvider>
      </QueryClientProvider>,
    )
  }
  const loadLockScreen = (): void =>
    void Promise.all([withWords('lock', () => import('./LockScreen.tsx')), words]).then(
      renderLockScreen,
      () => isLocked && setTimeout(loadLockScreen, loadRetryMs),
    )
  loadLockScreen()
}

/** Above everything, sheets included: the browser's own modal, and all else is made invisible too. */
function showCover(): void {
  if (!cover) {
    cover = document.createElement('dialog')
    cover.className = styles.cover ?? ''
    cover.addEventListener('cancel', (event) => event.preventDefault())
    // A second Esc closes a dialog whatever its cancel event says.
    cover.addEventListener('close', () => rootElement.dataset['covered'] !== undefined && cover?.showModal())
    document.body.append(cover)
  }
  rootElement.dataset['covered'] = ''
  if (!cover.open) cover.showModal()
}

function unlock(): void {
  isLocked = false
  lastActiveAt = Date.now()
  clearAppHiddenAt()
  delete rootElement.dataset['covered']
  cover?.close()
  root?.unmount()
  root = undefined
}

function removeLock(): void {
  removeAppLock()
  unlock()
  clearAppHiddenAt()
}
