import { useLingui } from '@lingui/react/macro'

/** Why a row of a paper ledger was left behind, in words. */
export function useSkippedPaperRowMessages(): (why: string) => string {
  const { t } = useLingui()
  return (why) => {
    switch (why) {
      case 'noRecord':
        return t`this price is not in our record at that second`
      case 'closedOut':
        return t`the margin was used up in between, so it counts as closed there`
      case 'insufficientBalance':
        return t`there was not enough money for it`
      case 'leverageCap':
        return t`the leverage is higher than your account may use`
      case 'marketClosed':
      case 'feedStale':
        return t`there is no fresh price right now`
      case 'regionProduct':
        return t`not offered in your country`
      default:
        return t`it does not fit the rules of an order today`
    }
  }
}
