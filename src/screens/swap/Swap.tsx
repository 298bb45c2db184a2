import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useBookTone } from '#api/book.ts'
import { path } from '#sitemap'
import { swapCurrency } from '#rules/swap.ts'
import { Ledger } from '#ui/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { IconLink } from '#widgets/IconLink.tsx'
import { TradeStop } from '#widgets/TradeStop.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import type { Pair } from './swapDraft.ts'
import { SwapForm } from './SwapForm.tsx'
import { useCoins } from './useCoins.ts'

const currency = (given: unknown, otherwise: string): string =>
  typeof given === 'string' && /^[A-Z0-9]{2,10}$/.test(given) ? given : otherwise

export const Route = createFileRoute('/_signedIn/shandui')({
  validateSearch: (search: Record<string, unknown>): Partial<Pair> => ({
    ...(search['from'] !== undefined && { from: currency(search['from'], 'USDT') }),
    ...(search['to'] !== undefined && { to: currency(search['to'], 'BTC') }),
  }),
  component: Swap,
})

/** One coin for another at a price that is firm (product §4.2 row 28). */
function Swap() {
  const { t } = useLingui()
  const { coins, isSimulated, error, retry } = useCoins()
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <ScreenLayout
      title={t`Swap`}
      back={path.assetCenter}
      tone={useBookTone()}
      simulated={isSimulated}
      actions={<IconLink to={path.swapOrders} icon={<Ledger />} label={t`All swaps`} />}
    >
      <TradeStop product="spot" />
      {coins ? (
        <SwapForm
          pair={pairOf(search, new Set(coins.map((coin) => coin.currency)))}
          coins={coins}
          onPair={(pair) => void navigate({ search: pair, replace: true })}
        />
      ) : error ? (
        <FailedRead title={t`The markets could not be read`} error={error} onRetry={retry} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

/** What the address asks for, where that is listed and two currencies. */
function pairOf(search: Partial<Pair>, listed: ReadonlySet<string>): Pair {
  const from = search.from && listed.has(search.from) ? search.from : swapCurrency
  const to = search.to && listed.has(search.to) && search.to !== from ? search.to : from === swapCurrency ? 'BTC' : swapCurrency
  return { from, to }
}
