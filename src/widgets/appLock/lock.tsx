import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { queryClient } from '#api/queryClient.ts'
import { hasToken, session } from '#api/session.ts'
import { i18n, loadLanguage, loadScreenWords, startLanguage } from '#i18n/i18n.ts'
import styles from './Lock.module.css'
import { LockScreen } from './LockScreen.tsx'
import { dropLock, isDue, noteHere, noteLeft, readLock } from './lockStore.ts'

const page = document.documentElement
const lookEveryMs = 5_000

let cover: HTMLDialogElement | undefined
let root: Root | undefined
let isStarted = false
let isLocked = false
let usedAt = 0

/** From now on the app is covered when it is left and locked after the pause; at a start it says first whether it is locked. */
export function startLock({ isFresh = false }: { isFresh?: boolean } = {}): void {
  if (isStarted) return
  isStarted = true
  usedAt = Date.now()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', leave)
  for (const sign of ['pointerdown', 'keydown'] as const) addEventListener(sign, use, { capture: true, passive: true })
  setInterval(look, lookEveryMs)
  // Whoever signs out takes their lock with them.
  session.subscribe(() => hasToken() || forget())
  const lock = readLock()
  if (lock && hasToken() && !isFresh && isDue(lock, Date.now())) lockUp()
  else noteHere()
  page.style.removeProperty('visibility')
}

const isOn = (): boolean => readLock() !== undefined && hasToken()

function onVisibility(): void {
  if (document.visibilityState === 'hidden') leave()
  else comeBack()
}

function leave(): void {
  if (!isOn()) return
  if (!isLocked) noteLeft(Date.now())
  // What the app switcher shows of the app is what it shows last.
  draw()
}

function comeBack(): void {
  const lock = readLock()
  if (!lock || !isOn()) return open()
  if (isLocked) return
  if (isDue(lock, Date.now())) lockUp()
  else open()
}

function use(): void {
  usedAt = Date.now()
}

/** A phone left lying open on the table is a pause too. */
function look(): void {
  const lock = readLock()
  if (!lock || isLocked || !isOn() || lock.minutes === 0 || document.visibilityState === 'hidden') return
  if (Date.now() - usedAt >= lock.minutes * 60_000 || Date.now() < usedAt) lockUp()
}

function lockUp(): void {
  isLocked = true
  // A reload finds it locked.
  noteLeft(0)
  draw()
  const words = loadLanguage(startLanguage()).then(loadScreenWords)
  const show = () => {
    if (!isLocked || !cover) return
    root ??= createRoot(cover)
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <LockScreen onUnlocked={open} />
        </I18nProvider>
      </QueryClientProvider>,
    )
  }
  words.then(show, show)
}

/** Above everything, sheets included: the browser's own modal, and all else is made invisible too. */
function draw(): void {
  if (!cover) {
    cover = document.createElement('dialog')
    cover.className = styles.cover ?? ''
    cover.addEventListener('cancel', (event) => event.preventDefault())
    // A second Esc closes a dialog whatever its cancel event says.
    cover.addEventListener('close', () => page.dataset['covered'] !== undefined && cover?.showModal())
    document.body.append(cover)
  }
  page.dataset['covered'] = ''
  if (!cover.open) cover.showModal()
}

function open(): void {
  isLocked = false
  usedAt = Date.now()
  noteHere()
  delete page.dataset['covered']
  cover?.close()
  root?.unmount()
  root = undefined
}

function forget(): void {
  dropLock()
  open()
  noteHere()
}
