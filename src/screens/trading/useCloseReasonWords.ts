import { useLingui } from '@lingui/react/macro'
import { closeReason } from '#contract/states.ts'

/** Why a position was closed, in words. */
export function useCloseReasonWords(reason: number | undefined): string {
  const { t } = useLingui()
  switch (reason) {
    case closeReason.user:
      return t`You`
    case closeReason.takeProfit:
      return t`Take profit`
    case closeReason.stopLoss:
      return t`Stop loss`
    case closeReason.expiry:
      return t`Its time was over`
    case closeReason.marginInsufficient:
      return t`Close-out: the margin was not enough`
    case closeReason.creditOpen:
      return t`An open loan: leverage above 2`
    case closeReason.demoReset:
      return t`Reset of the demo money`
    case closeReason.contest:
      return t`End of the competition`
    default:
      return ''
  }
}
