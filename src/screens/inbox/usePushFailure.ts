import { useLingui } from '@lingui/react/macro'
import { PushDenied, PushUnavailable } from '#api/pushHere.ts'

/** Why nothing was changed, and what to do. */
export function usePushFailure(): (error: Error) => string {
  const { t } = useLingui()
  return (error) => {
    if (error instanceof PushDenied) return t`You were not asked, or said no. Nothing was changed.`
    if (error instanceof PushUnavailable) return t`Your browser's own push service gave no answer. Nothing was changed; try again later.`
    return error.message
  }
}
