import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { type Swap, swap } from '#contract/calls/swap.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Moved, SwapReceipt } from './SwapReceipt.tsx'

export const Route = createFileRoute('/_signedIn/shanduiOrder')({ component: SwapOrders })

const pageSize = 20

/** Every exchange that was made, newest first; each opens as its receipt. */
function SwapOrders() {
  const { t } = useLingui()
  const inBook = useBook()
  const [pages, setPages] = useState(1)
  const [open, setOpen] = useState<Swap>()
  // Each page is a read of its own, so that what was seen once can be read without a signal.
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, index) => query(swap.swaps, { accountType: inBook, pageNo: index + 1, pageSize })),
  })
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  // One made between two reads pushes the last of a page onto the next.
  const made = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const failed = results.find(({ error }) => error)
  const isWaiting = results.some(({ isPending }) => isPending)
  const oldest = results.reduce<number | undefined>(
    (at, { data, dataUpdatedAt }) => (data ? Math.min(at ?? Infinity, madeAt(data, dataUpdatedAt)) : at),
    undefined,
  )
  const last = read.at(-1)
  return (
    <ScreenLayout title={t`All swaps`} back={path.swap} tone={useBookTone()} chips={<AgeChip at={failed ? oldest : undefined} />}>
      {read.length === 0 ? (
        failed?.error ? (
          <FailedRead title={t`Your swaps could not be read`} error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <Skeleton lines={8} />
        )
      ) : made.length === 0 ? (
        <Empty
          text={t`Every swap will be here, with its receipt.`}
          action={
            <ButtonLink to={path.swap} kind="secondary">
              <Trans>Swap something</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <Card flush>
          {made.map((one) => (
            <ListRow
              key={one.id}
              title={`${one.fromCurrency} → ${one.toCurrency}`}
              subtitle={formatTime(one.createTime)}
              trailing={<Moved made={one} />}
              onClick={() => setOpen(one)}
            />
          ))}
        </Card>
      )}
      {last && last.current < last.pages && (
        <Button kind="quiet" wide busy={isWaiting} onClick={() => (failed ? void failed.refetch() : setPages(read.length + 1))}>
          {failed ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
      <SwapReceipt made={open} onClose={() => setOpen(undefined)} />
    </ScreenLayout>
  )
}
