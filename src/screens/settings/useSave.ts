import { useLingui } from '@lingui/react/macro'
import { saveLater } from '#api/left.ts'
import type { Settings } from '#contract/calls/account.ts'
import { toast } from '#ui/toast.ts'
import { saveSettings } from '#widgets/saveSettings.ts'

/** Saves a choice to the account too; without a connection this device has it at once and the account once there is one. */
export function useSave(): (change: Partial<Settings>) => void {
  const { t } = useLingui()
  return (change) => {
    void saveSettings(change).then((isSaved) => {
      if (isSaved) return
      // Presence is kept nowhere else, and concerns this moment: for it this is a failure, not a delay.
      if ('presence' in change) return toast(t`Not changed: no answer from the server`, { tone: 'bad' })
      saveLater(change)
      toast(t`Changed here; your account follows when there is a connection`)
    })
  }
}
