import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType } from '#api/accountType.ts'
import { useProductAvailability } from '#api/features.ts'
import { restoreOrFetchUserReadPages } from '#api/stored/persistQuery.ts'
import { apiReadQuery } from '#api/query.ts'
import { sendApiCall } from '#api/send.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type MarketWithPrice, market } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { createOrderKindGuard } from '#contract/orders/kind.ts'
import { positionStatus } from '#contract/states.ts'
import { contractProductOfCategory } from '#rules/contractOffers.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { TradeRestrictionCard } from '#widgets/trading/TradeRestrictionCard.tsx'
import { selectContractMarkets } from './contractMarkets.ts'
import { PositionHistoryList } from './positions/PositionHistoryList.tsx'
import { PositionsSummary } from './positions/PositionsSummary.tsx'
import type { TradePaneProps } from '#widgets/trading/tradeSearch.ts'
import { ContractTradeView } from './ContractTradeView.tsx'
import {
  type TradingCompetition,
  contractPositionsParams,
  openContractPositionsAndOrdersQuery,
  useServerContractTradingAdapter,
} from './useServerAdapter.ts'

/** Leveraged contracts: market, ticket, positions (docs/rules/contracts.md); in a competition on its markets and in its book. */
export function ContractPane({ at, go, contest }: TradePaneProps & { contest?: TradingCompetition }) {
  const { t } = useLingui()
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const running = useQuery(openContractPositionsAndOrdersQuery(useAccountType(), contest))
  const markets = contest ? symbols.data?.filter(({ symbol }) => contest.symbols.includes(symbol)) : symbols.data
  const connection = useStreamConnectionState()
  // While the stream is up it tells of every change: what was read is as of now.
  const isKept = Boolean(running.error) || connection === 'offline' || connection === 'reconnecting'
  const { offered, listed } = selectContractMarkets(markets ?? [], at.symbol, useProductAvailability())
  const desk = useServerContractTradingAdapter(listed?.category, contest)
  if (!listed || !markets)
    return symbols.error ? (
      <LoadErrorState title={t`The markets could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
    ) : (
      <>
        <Skeleton height="2.75rem" />
        <Skeleton height="2.75rem" />
        <Skeleton height="3rem" />
        <Skeleton lines={6} />
      </>
    )
  return (
    <>
      {isKept && <DataAgeChip at={running.data && dataAsOf(running.data, running.dataUpdatedAt)} />}
      <TradeRestrictionCard product={contractProductOfCategory(listed.category)} inBook={desk.book} />
      <ContractTradeView
        symbols={markets}
        offered={offered}
        listed={listed}
        desk={desk}
        book={at.book}
        onBook={(book) => go({ book })}
        onPick={(symbol) => go({ symbol })}
        summary={<PositionsSummary desk={desk} />}
        history={<ContractHistory symbols={markets} contest={contest} />}
      />
    </>
  )
}

const pageSize = 20

interface ContractHistoryProps {
  symbols: readonly MarketWithPrice[]
  contest?: Pick<TradingCompetition, 'id' | 'name'> | undefined
}

/** Closed positions and cancelled orders of a book, or of one's entry in a competition. */
export function ContractHistory({ symbols, contest }: ContractHistoryProps) {
  const { t } = useLingui()
  const status = [positionStatus.closed, positionStatus.cancelled].join()
  const asked = { ...contractPositionsParams(useAccountType(), contest), status, pageSize }
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [trading.positions.path, asked, 'pages'],
    queryFn: ({ pageParam, signal }) => sendApiCall(trading.positions, { ...asked, pageNo: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    // The pages as they were last seen, without a signal too.
    persister: restoreOrFetchUserReadPages,
    meta: { errors: 'inline' },
  })
  if (isPending) return <Skeleton lines={5} />
  if (error && !data) return <LoadErrorState title={t`Your history could not be read`} error={error} onRetry={() => void refetch()} />
  const closed = data.pages.flatMap(({ records }) => records.filter(createOrderKindGuard(2)))
  if (closed.length === 0) return <EmptyState text={t`Closed positions will be here, each with its receipt.`} />
  return (
    <>
      <PositionHistoryList closed={closed} symbols={symbols} contest={contest} />
      {hasNextPage && (
        <Button kind="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}
