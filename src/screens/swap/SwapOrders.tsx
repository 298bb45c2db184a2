import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { usePagedList } from '#api/usePages.ts'
import { type CompletedSwap, swap } from '#contract/calls/swap.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { SwapAmounts, SwapReceiptSheet } from './SwapReceiptSheet.tsx'

export const Route = createFileRoute('/_signedIn/shanduiOrder')({ component: SwapOrders })

const pageSize = 20

/** Every exchange that was made, newest first; each opens as its receipt. */
function SwapOrders() {
  const { t } = useLingui()
  const inBook = useAccountType()
  const [open, setOpen] = useState<CompletedSwap>()
  const pages = usePagedList((pageNo) => apiReadQuery(swap.swaps, { accountType: inBook, pageNo, pageSize }))
  const { error, at } = pages
  return (
    <ScreenLayout title={t`All swaps`} back={path.swap} tone={useAccountScreenTone()} chips={<DataAgeChip at={error ? at : undefined} />}>
      <RecordList
        pages={pages}
        failed={t`Your swaps could not be read`}
        waiting={<Skeleton lines={8} />}
        empty={
          <EmptyState
            text={t`Every swap will be here, with its receipt.`}
            action={
              <ButtonLink to={path.swap} kind="secondary">
                <Trans>Swap something</Trans>
              </ButtonLink>
            }
          />
        }
      >
        {(one) => (
          <ListRow
            title={`${one.fromCurrency} → ${one.toCurrency}`}
            subtitle={formatDateTime(one.createTime)}
            trailing={<SwapAmounts made={one} />}
            onClick={() => setOpen(one)}
          />
        )}
      </RecordList>
      <SwapReceiptSheet made={open} onClose={() => setOpen(undefined)} />
    </ScreenLayout>
  )
}
