import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compareDecimals, subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { useIdempotentWrite } from '#widgets/form/useIdempotentWrite.ts'
import { formatLoanAmount } from './amounts.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useRealAvailableBalanceLookup } from './useCoinPrice.ts'

/** All that is owed, or a part of it, at any time and at no cost. */
export function RepaySheet({ order, onClose }: { order: LoanOrder; onClose(): void }) {
  const { id, currency, outstanding } = order
  const { t } = useLingui()
  const [how, setHow] = useState<'all' | 'part'>('all')
  const [part, setPart] = useState('')
  const available = useRealAvailableBalanceLookup()(currency)
  const toast = () => t`Repaid`
  const { save, isBusy, error } = useIdempotentWrite(loans.repayLoan, {
    toast,
    onDone: () => {
      showToast(toast(), { tone: 'good' })
      onClose()
    },
    paid: true,
  })
  const paid = how === 'all' ? outstanding : part === '' ? undefined : asDecimal(part)
  const isTooMuch = paid !== undefined && compareDecimals(paid, outstanding) > 0
  const isShort = paid !== undefined && available !== undefined && compareDecimals(paid, available) > 0
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t`Repay`}
      footer={
        <Button
          wide
          size="large"
          busy={isBusy}
          disabled={paid === undefined || isTooMuch || isShort || compareDecimals(paid, '0') === 0}
          onClick={() => save(how === 'all' ? { id } : { id, amount: asDecimal(part) })}
        >
          {error && isUnansweredError(error) ? <Trans>Ask again</Trans> : <Trans>Repay</Trans>}
        </Button>
      }
    >
      <Stack gap={4}>
        <SegmentedControl
          label={t`How much`}
          value={how}
          onChange={setHow}
          options={[
            { value: 'all', label: t({ message: 'All of it', context: 'of what is owed' }) },
            { value: 'part', label: t({ message: 'A part', context: 'of what is owed' }) },
          ]}
        />
        {how === 'part' && (
          <DecimalField
            label={t({ message: 'Amount', context: 'to repay' })}
            value={part}
            onChange={setPart}
            scale={8}
            unit={currency}
            error={isTooMuch ? t`More than is owed` : undefined}
          />
        )}
        <WhatIsLeft order={order} paid={isTooMuch ? undefined : paid} available={available} />
        {isShort && (
          <Text tone="brass">
            {how === 'all' ? <Trans>You have less than that. A part counts too.</Trans> : <Trans>More than is available</Trans>}
          </Text>
        )}
        <RepaymentOrderNote />
      </Stack>
      <ErrorMessage failure={error} paid />
    </BottomSheet>
  )
}

function RepaymentOrderNote() {
  return (
    <Text tone="quiet">
      <Trans>
        It pays late interest first, then interest, then the principal. Repaying early costs nothing, and saves the days that are left.
      </Trans>
    </Text>
  )
}

interface WhatIsLeftProps {
  order: LoanOrder
  /** Nothing yet, or more than is owed. */
  paid: Decimal | undefined
  available: Decimal | undefined
}

function WhatIsLeft({ order: { currency, outstanding }, paid, available }: WhatIsLeftProps) {
  const { t } = useLingui()
  const has = available && formatLoanAmount(available)
  return (
    <DescriptionList
      rows={[
        { key: 'owed', name: t`Owed today`, value: `${formatLoanAmount(outstanding)} ${currency}` },
        ...(has ? [{ key: 'has', name: t({ message: 'Available', context: 'balance' }), value: `${has} ${currency}` }] : []),
        ...(paid !== undefined
          ? [{ key: 'left', name: t`Owed afterwards`, value: `${formatLoanAmount(subtract(outstanding, paid))} ${currency}`, strong: true }]
          : []),
      ]}
    />
  )
}
