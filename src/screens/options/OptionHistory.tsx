import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useStoredPagedList } from '#api/useStoredPages.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { createOrderKindGuard } from '#contract/orders/kind.ts'
import type { OptionOrder } from '#contract/orders/option.ts'
import { positionStatus, posType } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatSignedAmount } from '#i18n/number.ts'
import { add, isNegative, subtract } from '#rules/decimal.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { OptionReceipt } from './OptionReceipt.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Options.module.css'
import { useOptionOutcomeFormatter, useOptionNameFormatter } from './useOptionWords.ts'

const pageSize = 20

/** Options that are over, newest first; each opens its receipt. */
export function OptionHistory({ symbols }: { symbols: readonly MarketWithPrice[] }) {
  const { t } = useLingui()
  const accountType = useAccountType()
  const [shown, setShown] = useState<OptionOrder>()
  const asked = { accountType, posType: posType.option, status: String(positionStatus.closed), pageSize }
  const pages = useStoredPagedList(trading.positions, asked)
  const listedOf = (symbol: string) => symbols.find((one) => one.symbol === symbol)
  return (
    <>
      <RecordList
        pages={{ ...pages, records: pages.records?.filter(createOrderKindGuard(3)) }}
        failed={t`Your history could not be read`}
        waiting={<Skeleton lines={5} />}
        empty={<EmptyState text={t`Options that expired or were sold back will be here, each with what it was settled by.`} />}
        age={<DataAgeChip at={pages.error ? pages.at : undefined} />}
      >
        {(order) => <Row order={order} listed={listedOf(order.symbol)} onShow={() => setShown(order)} />}
      </RecordList>
      <BottomSheet open={shown !== undefined} onClose={() => setShown(undefined)} title={t`Option that is over`}>
        {shown && <OptionReceipt order={shown} listed={listedOf(shown.symbol)} />}
      </BottomSheet>
    </>
  )
}

function Row({ order, listed, onShow }: { order: OptionOrder; listed: MarketWithPrice | undefined; onShow: () => void }) {
  const nameOf = useOptionNameFormatter()
  const endWords = useOptionOutcomeFormatter()
  const net = subtract(order.returned ?? '0', add(order.margin, order.openFee))
  return (
    <ListRow
      title={nameOf(listed?.base ?? order.symbol, order.option.cp, order.option.strike)}
      subtitle={`${endWords(order)} · ${formatDateTime(order.closeTime ?? order.createTime)}`}
      trailing={
        <Text as="span" size="inherit" weight="strong" tabular className={styles.net} data-tone={isNegative(net) ? 'fall' : 'rise'}>
          {formatSignedAmount(net, 2)}
        </Text>
      }
      onClick={onShow}
    />
  )
}
