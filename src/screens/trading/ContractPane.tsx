import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { useBook } from '#api/book.ts'
import { keep } from '#api/keep.ts'
import { query } from '#api/query.ts'
import { send } from '#api/send.ts'
import { useConnection } from '#api/socket.ts'
import { type MarketSymbol, market } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { isOf } from '#contract/orders/kind.ts'
import { positionStatus } from '#contract/states.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { TradeStop } from '#widgets/TradeStop.tsx'
import { HistoryList } from './HistoryList.tsx'
import { PositionsSummary } from './PositionsSummary.tsx'
import type { PaneProps } from '#widgets/tradeSearch.ts'
import { TradingFloor } from './TradingFloor.tsx'
import { type Contest, positionsOf, runningQuery, useServerDesk } from './useServerDesk.ts'

/** Leveraged contracts: market, ticket, positions (product §2.4); in a competition on its markets and in its book. */
export function ContractPane({ at, go, contest }: PaneProps & { contest?: Contest }) {
  const { t } = useLingui()
  const symbols = useQuery(query(market.symbols, {}))
  const running = useQuery(runningQuery(useBook(), contest))
  const markets = contest ? symbols.data?.filter(({ symbol }) => contest.symbols.includes(symbol)) : symbols.data
  const connection = useConnection()
  // While the stream is up it tells of every change: what was read is as of now.
  const isKept = Boolean(running.error) || connection === 'offline' || connection === 'reconnecting'
  const listed = markets?.find((one) => one.symbol === at.symbol) ?? markets?.[0]
  const desk = useServerDesk(listed?.category, contest)
  if (!listed || !markets)
    return symbols.error ? (
      <FailedRead title={t`The markets could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
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
      {isKept && <AgeChip at={running.data && madeAt(running.data, running.dataUpdatedAt)} />}
      <TradeStop product={listed.category === 'crypto' ? 'cryptoContract' : 'contract'} inBook={desk.book} />
      <TradingFloor
        symbols={markets}
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
  symbols: readonly MarketSymbol[]
  contest?: Pick<Contest, 'id' | 'name'> | undefined
}

/** Closed positions and cancelled orders of a book, or of one's entry in a competition. */
export function ContractHistory({ symbols, contest }: ContractHistoryProps) {
  const { t } = useLingui()
  const status = [positionStatus.closed, positionStatus.cancelled].join()
  const asked = { ...positionsOf(useBook(), contest), status, pageSize }
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [trading.positions.path, asked, 'pages'],
    queryFn: ({ pageParam, signal }) => send(trading.positions, { ...asked, pageNo: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    // The pages as they were last seen, without a signal too.
    persister: keep as never,
    meta: { errors: 'inline' },
  })
  if (isPending) return <Skeleton lines={5} />
  if (error && !data) return <FailedRead title={t`Your history could not be read`} error={error} onRetry={() => void refetch()} />
  const closed = data.pages.flatMap(({ records }) => records.filter(isOf(2)))
  if (closed.length === 0) return <Empty text={t`Closed positions will be here, each with its receipt.`} />
  return (
    <>
      <HistoryList closed={closed} symbols={symbols} contest={contest} />
      {hasNextPage && (
        <Button kind="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}
