import { useLingui } from '@lingui/react/macro'
import { saveOrQueueUserSettings } from '#api/stored/outbox.ts'
import type { UserSettings } from '#contract/calls/account.ts'
import { showToast } from '#ui/toast.ts'
import { trySaveAccountSettings } from '#widgets/form/saveSettings.ts'

/** Saves a choice to the account too; without a connection this device has it at once and the account once there is one. */
export function useSaveUserSettings(): (change: Partial<UserSettings>) => void {
  const { t } = useLingui()
  return (change) => {
    void trySaveAccountSettings(change).then((isSaved) => {
      if (isSaved) return
      // Presence is kept nowhere else, and concerns this moment: for it this is a failure, not a delay.
      if ('presence' in change) return showToast(t`Not changed: no answer from the server`, { tone: 'bad' })
      saveOrQueueUserSettings(change)
      showToast(t`Changed here; your account follows when there is a connection`)
    })
  }
}
