import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { asDecimal } from '#contract/decimal.ts'
import { formatPercent } from '#i18n/number.ts'
import { add, compareDecimals, isPositive, subtract, zero } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { useIdempotentWrite } from '#widgets/form/useIdempotentWrite.ts'
import { formatLoanAmount, trimTrailingZeros } from './amounts.ts'
import { ltvOrNone } from './loanFigures.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useRealAvailableBalanceLookup, useCoinPrice } from './useCoinPrice.ts'

/** More of the same coin on a pledge: where it stands now, and where it would. */
export function AddCollateralSheet({ order: { id, outstanding, collateral }, onClose }: { order: LoanOrder; onClose(): void }) {
  const { t } = useLingui()
  const [more, setMore] = useState('')
  const currency = collateral?.currency ?? ''
  const available = useRealAvailableBalanceLookup()(currency)
  const { mid } = useCoinPrice(currency)
  const toast = () => t`Added`
  const { save, isBusy, error } = useIdempotentWrite(loans.addCollateral, {
    toast,
    onDone: () => {
      showToast(toast(), { tone: 'good' })
      onClose()
    },
    paid: true,
  })
  const given = more === '' ? zero : asDecimal(more)
  const held = collateral ? subtract(collateral.amount, add(collateral.sold, collateral.returned)) : zero
  const isTooMuch = available !== undefined && compareDecimals(given, available) > 0
  const has = available && formatLoanAmount(available)
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t`Add collateral`}
      footer={
        <Button wide size="large" busy={isBusy} disabled={!isPositive(given) || isTooMuch} onClick={() => save({ id, amount: given })}>
          {error && isUnansweredError(error) ? <Trans>Ask again</Trans> : <Trans>Add collateral</Trans>}
        </Button>
      }
    >
      <Stack gap={4}>
        <DecimalField
          label={t({ message: 'Amount', context: 'of collateral' })}
          value={more}
          onChange={setMore}
          scale={8}
          unit={currency}
          hint={
            has && (
              <Trans>
                Available: {has} {currency}
              </Trans>
            )
          }
          error={isTooMuch ? t`More than is available` : undefined}
          {...(available &&
            isPositive(available) && {
              steps: [{ label: t({ message: 'Max', context: 'all that can be pledged' }), value: trimTrailingZeros(available) }],
            })}
        />
        <DescriptionList
          rows={[
            { key: 'now', name: t`Loan to value now`, value: formatPercent(ltvOrNone(outstanding, held, mid)) },
            {
              key: 'then',
              name: t`Loan to value afterwards`,
              value: formatPercent(ltvOrNone(outstanding, add(held, given), mid)),
              strong: true,
            },
          ]}
        />
        {collateral?.callLtv && <MarginCallNote callLtv={collateral.callLtv} />}
      </Stack>
      <ErrorMessage failure={error} paid />
    </BottomSheet>
  )
}

function MarginCallNote({ callLtv }: { callLtv: string }) {
  const call = formatPercent(callLtv, 0)
  return (
    <Text tone="quiet">
      <Trans>A call comes at {call}. What is added comes back when the loan is repaid.</Trans>
    </Text>
  )
}
