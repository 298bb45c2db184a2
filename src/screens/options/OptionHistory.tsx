import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { keep } from '#api/keep.ts'
import { send } from '#api/send.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { isOf } from '#contract/orders/kind.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus, posType } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatSigned } from '#i18n/number.ts'
import { add, isNegative, subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { OptionReceipt } from './OptionReceipt.tsx'
import styles from './Options.module.css'
import { useEndWords, useOptionName } from './useOptionWords.ts'

const pageSize = 20

/** Options that are over, newest first; each opens its receipt. */
export function OptionHistory({ symbols }: { symbols: readonly MarketSymbol[] }) {
  const { t } = useLingui()
  const accountType = useBook()
  const [shown, setShown] = useState<OptionOrder>()
  const asked = { accountType, posType: posType.option, status: String(positionStatus.closed), pageSize }
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [trading.positions.path, asked, 'pages'],
    queryFn: ({ pageParam, signal }) => send(trading.positions, { ...asked, pageNo: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    // The pages as they were last seen, without a signal too.
    persister: keep as never,
    meta: { errors: 'inline' },
  })
  const listedOf = (symbol: string) => symbols.find((one) => one.symbol === symbol)
  if (isPending) return <Skeleton lines={5} />
  if (error && !data) return <FailedRead title={t`Your history could not be read`} error={error} onRetry={() => void refetch()} />
  const over = data.pages.flatMap(({ records }) => records.filter(isOf(3)))
  if (over.length === 0) return <Empty text={t`Options that expired or were sold back will be here, each with what it was settled by.`} />
  return (
    <>
      <Card flush>
        {over.map((order) => (
          <Row key={order.id} order={order} listed={listedOf(order.symbol)} onShow={() => setShown(order)} />
        ))}
      </Card>
      {hasNextPage && (
        <Button kind="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <Sheet open={shown !== undefined} onClose={() => setShown(undefined)} title={t`Option that is over`}>
        {shown && <OptionReceipt order={shown} listed={listedOf(shown.symbol)} />}
      </Sheet>
    </>
  )
}

function Row({ order, listed, onShow }: { order: OptionOrder; listed: MarketSymbol | undefined; onShow: () => void }) {
  const nameOf = useOptionName()
  const endWords = useEndWords()
  const net = subtract(order.returned ?? '0', add(order.margin, order.openFee))
  return (
    <ListRow
      title={nameOf(listed?.base ?? order.symbol, order.option.cp, order.option.strike)}
      subtitle={`${endWords(order)} · ${formatTime(order.closeTime ?? order.createTime)}`}
      trailing={
        <span className={styles.net} data-tone={isNegative(net) ? 'fall' : 'rise'}>
          {formatSigned(net, 2)}
        </span>
      }
      onClick={onShow}
    />
  )
}
