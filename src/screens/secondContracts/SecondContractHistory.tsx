import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useStoredPagedList } from '#api/useStoredPages.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { type SecondContractOrder, secondContracts } from '#contract/calls/secondContracts.ts'
import { secondContractStatus, secondContractResult } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatSignedAmount } from '#i18n/number.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import { SecondContractReceipt } from './SecondContractReceipt.tsx'
import { useSecondContractGuessAndOutcomeText } from './useSecondWords.ts'
import type { SecondContractResultFilter } from './resultFilter.ts'

/** Result codes of each filter. */
const resultsOf: Record<SecondContractResultFilter, string | undefined> = {
  all: undefined,
  won: `${secondContractResult.win}`,
  lost: `${secondContractResult.lose}`,
  returned: `${secondContractResult.tie},${secondContractResult.void}`,
}

const pageSize = 20
const everywhere = ''

interface SecondContractHistoryProps {
  filter: SecondContractResultFilter
  onFilter: (filter: SecondContractResultFilter) => void
  symbols: readonly MarketWithPrice[]
}

/** Settled contracts, newest first, by result and market; each opens its receipt. */
export function SecondContractHistory({ filter, onFilter, symbols }: SecondContractHistoryProps) {
  const { t } = useLingui()
  const [symbol, setSymbol] = useState(everywhere)
  return (
    <>
      <Grid columns={2} gap={3}>
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
      </Grid>
      <Rows key={`${filter} ${symbol}`} filter={filter} symbol={symbol} symbols={symbols} />
    </>
  )
}

function Rows({ filter, symbol, symbols }: { filter: SecondContractResultFilter; symbol: string; symbols: readonly MarketWithPrice[] }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<SecondContractOrder>()
  const result = resultsOf[filter]
  const asked = {
    accountType: useAccountType(),
    status: String(secondContractStatus.settled),
    pageSize,
    ...(result && { result }),
    ...(symbol !== everywhere && { symbol }),
  }
  const pages = useStoredPagedList(secondContracts.orders, asked)
  return (
    <>
      <RecordList
        pages={pages}
        failed={t`Your history could not be read`}
        waiting={<Skeleton lines={5} />}
        empty={<EmptyState text={t`Settled contracts will be here, each with both prices.`} />}
        age={<DataAgeChip at={pages.error ? pages.at : undefined} />}
      >
        {(order) => <Row order={order} listed={symbols.find((one) => one.symbol === order.symbol)} onShow={() => setShown(order)} />}
      </RecordList>
      <BottomSheet open={shown !== undefined} onClose={() => setShown(undefined)} title={t`Settled contract`}>
        {shown && <SecondContractReceipt order={shown} />}
      </BottomSheet>
    </>
  )
}

function Row({ order, listed, onShow }: { order: SecondContractOrder; listed: MarketWithPrice | undefined; onShow: () => void }) {
  const { guess, outcome } = useSecondContractGuessAndOutcomeText(order)
  const name = listed ? `${listed.base}/${listed.quote}` : order.symbol
  return (
    <ListRow
      title={`${name} · ${guess}`}
      subtitle={`${outcome} · ${formatDateTime(order.createTime)}`}
      trailing={
        <Text as="span" size="inherit" weight="strong" tabular>
          {formatSignedAmount(order.profit, 2)}
        </Text>
      }
      onClick={onShow}
    />
  )
}
