import { t } from '@lingui/core/macro'
import { bundleOf } from '#api/savedArticles.ts'
import { saveArticles, saving } from '#api/saveArticles.ts'
import { unkept } from '#device/database.ts'
import { whenIdle } from '#device/idle.ts'
import { isMetered, mayUseMetered } from '#device/metered.ts'
import { currentLanguage, loadScreenWords, onLanguage } from '#i18n/i18n.ts'
import { toast } from '#ui/toast.ts'

const settleMs = 3_000
const idleWithinMs = 10_000
const freshMs = 3_600_000

/**
 * Help, news, agreements and what is announced are kept for reading without a signal: asked for when the first screen has long settled, in the
 * language in use, and hourly at most for what changed. On a connection that costs the person is asked first, where help is read and on /saved.
 */
export function keepReading(): void {
  setTimeout(() => whenIdle(() => void keepCurrent(), idleWithinMs), settleMs)
  onLanguage(() => void keepCurrent())
  window.addEventListener('online', () => void keepCurrent())
  setInterval(() => void keepCurrent(), freshMs)
  sayWhenFull()
}

async function keepCurrent(): Promise<void> {
  const { code } = currentLanguage()
  const kept = await bundleOf(code)
  if (!navigator.onLine || (kept && Date.now() - kept.at < freshMs)) return
  if (isMetered() && !mayUseMetered.get()) {
    if (!kept) saving.set({ state: 'asking' })
    return
  }
  await saveArticles(code)
}

/** Once in a page's life: what cannot be kept is named on /saved, and everything goes on. */
function sayWhenFull(): void {
  const stop = unkept.subscribe(() => {
    if (unkept.get().length === 0) return
    stop()
    loadScreenWords().then(
      () => toast(t`No room on this device. Not everything is kept.`, { tone: 'bad' }),
      () => undefined,
    )
  })
}
