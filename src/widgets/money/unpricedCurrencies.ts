import type { WalletAssets } from '#contract/calls/wallet.ts'
import { isZero } from '#rules/decimal.ts'

/** What of an account is not in its total, because nothing says what it is worth (docs/rules/ledger.md). */
export const listUnpricedCurrencies = (assets: Pick<WalletAssets, 'list'>): string[] =>
  assets.list.filter(({ price, balance }) => price === null && !isZero(balance)).map(({ currency }) => currency)
