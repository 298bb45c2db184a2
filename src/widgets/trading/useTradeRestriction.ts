import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAccountType } from '#api/accountType.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { useHasToken } from '#api/session.ts'
import { limits, type UserTradingRestrictions } from '#contract/calls/limits.ts'
import { accountTypes } from '#contract/constants.ts'
import { formatDateTime } from '#i18n/date.ts'

export type TradeProduct = keyof UserTradingRestrictions['real']

/** Everything that stands between this person and a new order. */
export const tradingProtectionQuery = () => apiReadQuery(limits.mine, {})

/** These hold in every book. */
const inAllBooks = new Set(['selfExcluded', 'agreementRequired', 'ledgerHalted'])

/** What is missing for a new order of this kind in this book, or else the chosen one, which buys this coin where it buys one; undefined when nothing is, or while it is not known. */
export function useTradeRestriction(
  product: TradeProduct,
  accountTypeProp?: number,
  buys?: string,
): UserTradingRestrictions['real'][TradeProduct] | undefined {
  const selectedAccountType = useAccountType()
  const accountType = accountTypeProp ?? selectedAccountType
  const { data } = useQuery({ ...tradingProtectionQuery(), enabled: useHasToken(), staleTime: 30_000 })
  const features = useUser()?.features
  // What a country has not at all it has in neither book.
  if (product !== 'spot' && features?.[product] === 'off') return { reason: 'regionProduct', until: null }
  const restriction = data?.real[product]
  // A break, what is to be agreed to, and a ledger that does not hold, count in all books; everything else is about real money.
  if (!restriction && accountType === accountTypes.real && buys !== undefined && data?.notBought?.includes(buys))
    return { reason: 'noWayOut', until: null }
  return restriction && (accountType === accountTypes.real || inAllBooks.has(restriction.reason)) ? restriction : undefined
}

/** Why a ticket of this kind takes no order now, in a few words; undefined when it does. Into USDT is leaving, which nothing of these hinders (docs/rules/spot.md). */
export function useTradeRestrictionText(
  product: TradeProduct,
  isLeaving = false,
  accountTypeProp?: number,
  buys?: string,
): string | undefined {
  const { t } = useLingui()
  const restriction = useTradeRestriction(product, accountTypeProp, buys)
  if (!restriction || isLeaving) return undefined
  const until = restriction.until === null ? '' : formatDateTime(restriction.until)
  const words: Record<string, string> = {
    guestRestricted: t`Guests have the demo book only`,
    agreementRequired: t`An agreement has changed`,
    kycRequired: t`The real book needs a verified identity`,
    regionProduct: t`Not offered in your country`,
    marketSimulated: t`Real money is not taken on simulated prices`,
    suitabilityRequired: t`First come ten questions about risk`,
    coolingOff: t`This opens on ${until}`,
    selfExcluded: t`Your break lasts until ${until}`,
    ownLimit: t`Your limit is reached`,
    ledgerHalted: t`Nothing new opens for now`,
    noWayOut: t`Not sold right now: no network is open to withdraw it`,
  }
  return words[restriction.reason] ?? t`Not open to you yet`
}
