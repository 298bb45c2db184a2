import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useBook } from '#api/book.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { useHasToken } from '#api/session.ts'
import { limits, type Protection } from '#contract/calls/limits.ts'
import { book } from '#contract/constants.ts'
import { formatTime } from '#i18n/date.ts'

export type TradeProduct = keyof Protection['real']

/** Everything that stands between this person and a new order. */
export const protectionQuery = () => query(limits.mine, {})

/** These hold in every book; what turns coins into USDT is leaving, and stays open. */
const inAllBooks = new Set(['selfExcluded', 'agreementRequired'])

/** What is missing for a new order of this kind in this book, or else the chosen one; undefined when nothing is, or while it is not known. */
export function useMissing(product: TradeProduct, inBook?: number): Protection['real'][TradeProduct] | undefined {
  const chosen = useBook()
  const accountType = inBook ?? chosen
  const { data } = useQuery({ ...protectionQuery(), enabled: useHasToken(), staleTime: 30_000 })
  const features = useUser()?.features
  // What a country has not at all it has in neither book.
  if (product !== 'spot' && features?.[product] === 'off') return { reason: 'regionProduct', until: null }
  const missing = data?.real[product]
  // A break, and what is to be agreed to, hold in all books; everything else is about real money.
  return missing && (accountType === book.real || inAllBooks.has(missing.reason)) ? missing : undefined
}

/** Why a ticket of this kind takes no order now, in a few words; undefined when it does. Into USDT is leaving, which a break leaves open. */
export function useTradeStop(product: TradeProduct, isLeaving = false, inBook?: number): string | undefined {
  const { t } = useLingui()
  const missing = useMissing(product, inBook)
  if (!missing || (isLeaving && inAllBooks.has(missing.reason))) return undefined
  const until = missing.until === null ? '' : formatTime(missing.until)
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
  }
  return words[missing.reason] ?? t`Not open to you yet`
}
