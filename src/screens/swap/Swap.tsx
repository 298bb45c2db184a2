import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useAccountScreenTone } from '#api/accountType.ts'
import { path } from '#sitemap'
import { swapBridgeCurrency } from '#rules/swap.ts'
import { LedgerIcon } from '#ui/icons/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { IconLink } from '#widgets/IconLink.tsx'
import { TradeRestrictionCard } from '#widgets/trading/TradeRestrictionCard.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import type { SwapPair } from './swapDraft.ts'
import { SwapForm } from './SwapForm.tsx'
import { useSwapCoins } from './useCoins.ts'

const parseCurrency = (param: unknown, fallback: string): string =>
  typeof param === 'string' && /^[A-Z0-9]{2,10}$/.test(param) ? param : fallback

export const Route = createFileRoute('/_signedIn/shandui')({
  validateSearch: (search: Record<string, unknown>): Partial<SwapPair> => ({
    ...(search['from'] !== undefined && { from: parseCurrency(search['from'], 'USDT') }),
    ...(search['to'] !== undefined && { to: parseCurrency(search['to'], 'BTC') }),
  }),
  component: Swap,
})

/** One coin for another at a price that is firm. */
function Swap() {
  const { t } = useLingui()
  const { coins, isSimulated, error, retry } = useSwapCoins()
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <ScreenLayout
      title={t`Swap`}
      back={path.assetCenter}
      tone={useAccountScreenTone()}
      simulated={isSimulated}
      actions={<IconLink to={path.swapOrders} icon={<LedgerIcon />} label={t`All swaps`} />}
    >
      <TradeRestrictionCard product="spot" buys={coins && pairOf(search, new Set(coins.map((coin) => coin.currency))).to} />
      {coins ? (
        <SwapForm
          pair={pairOf(search, new Set(coins.map((coin) => coin.currency)))}
          coins={coins}
          onPair={(pair) => void navigate({ search: pair, replace: true })}
        />
      ) : error ? (
        <LoadErrorState title={t`The markets could not be read`} error={error} onRetry={retry} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

/** What the address asks for, where that is listed and two currencies. */
function pairOf(search: Partial<SwapPair>, listedCurrencies: ReadonlySet<string>): SwapPair {
  const from = search.from && listedCurrencies.has(search.from) ? search.from : swapBridgeCurrency
  const to =
    search.to && listedCurrencies.has(search.to) && search.to !== from
      ? search.to
      : from === swapBridgeCurrency
        ? 'BTC'
        : swapBridgeCurrency
  return { from, to }
}
