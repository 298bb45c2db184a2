import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { keep } from '#api/keep.ts'
import { send } from '#api/send.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { type SecondOrder, secondContracts } from '#contract/calls/secondContracts.ts'
import { secondStatus, secondResult } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatSigned } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import styles from './SecondContracts.module.css'
import { SecondReceipt } from './SecondReceipt.tsx'
import { useSecondWords } from './useSecondWords.ts'
import type { ResultFilter } from './resultFilter.ts'

/** Result codes of each filter. */
const resultsOf: Record<ResultFilter, string | undefined> = {
  all: undefined,
  won: `${secondResult.win}`,
  lost: `${secondResult.lose}`,
  returned: `${secondResult.tie},${secondResult.void}`,
}

const pageSize = 20
const everywhere = ''

interface SecondHistoryProps {
  filter: ResultFilter
  onFilter: (filter: ResultFilter) => void
  symbols: readonly MarketSymbol[]
}

/** Settled contracts, newest first, by result and market; each opens its receipt. */
export function SecondHistory({ filter, onFilter, symbols }: SecondHistoryProps) {
  const { t } = useLingui()
  const [symbol, setSymbol] = useState(everywhere)
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label={t`Result`}
          value={filter}
          onChange={onFilter}
          options={[
            { value: 'all', label: t`All results` },
            { value: 'won', label: t({ message: 'Won', context: 'of an order' }) },
            { value: 'lost', label: t({ message: 'Lost', context: 'of an order' }) },
            { value: 'returned', label: t`Stake returned` },
          ]}
        />
        <SelectField
          label={t({ message: 'Market', context: 'of a position' })}
          value={symbol}
          onChange={setSymbol}
          options={[
            { value: everywhere, label: t`All markets` },
            ...symbols.map((one) => ({ value: one.symbol, label: `${one.base}/${one.quote}` })),
          ]}
        />
      </div>
      <Rows key={`${filter} ${symbol}`} filter={filter} symbol={symbol} symbols={symbols} />
    </>
  )
}

function Rows({ filter, symbol, symbols }: { filter: ResultFilter; symbol: string; symbols: readonly MarketSymbol[] }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<SecondOrder>()
  const result = resultsOf[filter]
  const asked = {
    accountType: useBook(),
    status: String(secondStatus.settled),
    pageSize,
    ...(result && { result }),
    ...(symbol !== everywhere && { symbol }),
  }
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [secondContracts.orders.path, asked, 'pages'],
    queryFn: ({ pageParam, signal }) => send(secondContracts.orders, { ...asked, pageNo: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    // The pages as they were last seen, without a signal too.
    persister: keep as never,
    meta: { errors: 'inline' },
  })
  if (isPending) return <Skeleton lines={5} />
  if (error && !data) return <FailedRead title={t`Your history could not be read`} error={error} onRetry={() => void refetch()} />
  const settled = data.pages.flatMap(({ records }) => records)
  if (settled.length === 0) return <Empty text={t`Settled contracts will be here, each with both prices.`} />
  return (
    <>
      {settled.map((order) => (
        <Row key={order.id} order={order} listed={symbols.find((one) => one.symbol === order.symbol)} onShow={() => setShown(order)} />
      ))}
      {hasNextPage && (
        <Button kind="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <Sheet open={shown !== undefined} onClose={() => setShown(undefined)} title={t`Settled contract`}>
        {shown && <SecondReceipt order={shown} />}
      </Sheet>
    </>
  )
}

function Row({ order, listed, onShow }: { order: SecondOrder; listed: MarketSymbol | undefined; onShow: () => void }) {
  const { guess, outcome } = useSecondWords(order)
  const name = listed ? `${listed.base}/${listed.quote}` : order.symbol
  return (
    <ListRow
      title={`${name} · ${guess}`}
      subtitle={`${outcome} · ${formatTime(order.createTime)}`}
      trailing={<span className={styles.net}>{formatSigned(order.profit, 2)}</span>}
      onClick={onShow}
    />
  )
}
