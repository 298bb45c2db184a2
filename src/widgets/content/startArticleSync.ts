import { t } from '@lingui/core/macro'
import { readArticleBundle } from '#api/stored/savedArticles.ts'
import { isArticleBundleRemovedByUser } from '#api/stored/removedArticles.ts'
import { saveArticlesOffline, articleSavingStore } from '#api/stored/saveArticles.ts'
import { failedOfflineTablesStore } from '#device/database.ts'
import { runWhenPageIdle } from '#device/idle.ts'
import { isMeteredOrSlowConnection, meteredDownloadsAllowedStore } from '#device/metered.ts'
import { currentLanguage, loadCatalogPart, onLanguageChange } from '#i18n/i18n.ts'
import { showToast } from '#ui/toast.ts'

const settleMs = 3_000
const idleWithinMs = 10_000
const maxAgeMs = 3_600_000

/**
 * Help, news, agreements and what is announced are kept for reading without a signal: asked for when the first screen has long settled, in the
 * language in use, and hourly at most for what changed. On a connection that costs the person is asked first, where help is read and on /saved.
 */
export function startArticleSync(): void {
  setTimeout(() => runWhenPageIdle(() => void refreshStoredBundle(), idleWithinMs), settleMs)
  onLanguageChange(() => void refreshStoredBundle())
  window.addEventListener('online', () => void refreshStoredBundle())
  setInterval(() => void refreshStoredBundle(), maxAgeMs)
  notifyWhenStorageFull()
}

async function refreshStoredBundle(): Promise<void> {
  const { code } = currentLanguage()
  const stored = await readArticleBundle(code)
  if (!navigator.onLine || (stored ? Date.now() - stored.at < maxAgeMs : isArticleBundleRemovedByUser(code))) return
  if (isMeteredOrSlowConnection() && !meteredDownloadsAllowedStore.get()) {
    if (!stored) articleSavingStore.set({ state: 'asking' })
    return
  }
  await saveArticlesOffline(code)
}

/** Once in a page's life: what cannot be kept is named on /saved, and everything goes on. */
function notifyWhenStorageFull(): void {
  const unsubscribe = failedOfflineTablesStore.subscribe(() => {
    if (failedOfflineTablesStore.get().length === 0) return
    unsubscribe()
    loadCatalogPart('app').then(
      () => showToast(t`No room on this device. Not everything is kept.`, { tone: 'bad' }),
      () => undefined,
    )
  })
}
