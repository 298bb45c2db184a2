import { useLingui } from '@lingui/react/macro'
import { PushPermissionDeniedError, PushUnavailableError } from '#api/push/pushDevice.ts'

/** Why nothing was changed, and what to do. */
export function usePushErrorMessages(): (error: Error) => string {
  const { t } = useLingui()
  return (error) => {
    if (error instanceof PushPermissionDeniedError) return t`You were not asked, or said no. Nothing was changed.`
    if (error instanceof PushUnavailableError)
      return t`Your browser's own push service gave no answer. Nothing was changed; try again later.`
    return error.message
  }
}
