import { useLingui } from '@lingui/react/macro'
import type { Settings } from '#contract/calls/account.ts'
import { toast } from '#ui/toast.ts'
import { saveSettings } from '#widgets/saveSettings.ts'

/** Saves a choice to the account too, and says when it stayed on this device alone. */
export function useSave(): (change: Partial<Settings>) => void {
  const { t } = useLingui()
  return (change) => {
    void saveSettings(change).then((isSaved) => {
      if (isSaved) return
      // Presence is kept nowhere else: for it this is a failure, not a delay.
      toast('presence' in change ? t`Not changed: no answer from the server` : t`Changed on this device only`, { tone: 'bad' })
    })
  }
}
