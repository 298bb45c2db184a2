import { meQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { hasToken } from '#api/session.ts'
import { saveOrQueueUserSettings } from '#api/stored/outbox.ts'
import { devicePreferencesStore, preferencesAtStart } from '#device/preferences.ts'

const syncDelayMs = 500

/**
 * Whoever hides amounts on this device hides them in notifications too: the server, which writes those, is told wherever it was pressed, also in
 * the first moment of a page, when nothing of this had come yet.
 */
export function startHideBalanceSync(): void {
  let { hideBalance } = preferencesAtStart
  let timer: ReturnType<typeof setTimeout> | undefined
  const scheduleSync = (): void => {
    const now = devicePreferencesStore.get().hideBalance
    if (now === hideBalance) return
    hideBalance = now
    clearTimeout(timer)
    timer = setTimeout(() => {
      const accountValue = queryClient.getQueryData(meQuery().queryKey)?.settings.hideBalance
      const deviceValue = devicePreferencesStore.get().hideBalance ? 1 : 0
      if (hasToken() && accountValue !== deviceValue) saveOrQueueUserSettings({ hideBalance: deviceValue })
    }, syncDelayMs)
  }
  devicePreferencesStore.subscribe(scheduleSync)
  scheduleSync()
}
