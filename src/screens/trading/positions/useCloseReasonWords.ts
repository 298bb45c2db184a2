import { useLingui } from '@lingui/react/macro'
import { closeReason } from '#contract/states.ts'

/** Why a position was closed, in words. */
export function useCloseReasonText(reason: number | undefined): string {
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
    case closeReason.competition:
      return t`End of the competition`
    case closeReason.ownBreak:
      return t`Your break`
    case closeReason.verificationEnded:
      return t`The end of your verification`
    case closeReason.country:
      return t`The rules of your country`
    case closeReason.halt:
      return t`A halt of the market`
    case closeReason.ownLimit:
      return t`A limit of your own`
    case closeReason.rule:
      return t`A rule that it no longer met`
    case closeReason.delisting:
      return t`The market was closed for good`
    default:
      return ''
  }
}
