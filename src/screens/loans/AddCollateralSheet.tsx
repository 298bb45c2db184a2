import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { asDecimal } from '#contract/decimal.ts'
import { loanKind } from '#contract/states.ts'
import { formatShare } from '#i18n/number.ts'
import { add, compare, isPositive, subtract, zero } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import { useSaving } from '#widgets/useSaving.ts'
import { money, plain } from './amounts.ts'
import { ltvOrNone } from './loanFigures.ts'
import styles from './Loans.module.css'
import { useAvailable, useCoinPrice } from './useCollaterals.ts'

/** More of the same coin on a pledge: where it stands now, and where it would. */
export function AddCollateralSheet({ order: { id, outstanding, collateral }, onClose }: { order: LoanOrder; onClose(): void }) {
  const { t } = useLingui()
  const [more, setMore] = useState('')
  const currency = collateral?.currency ?? ''
  const available = useAvailable()(currency)
  const { mid } = useCoinPrice(currency)
  const set = useQuery(query(loans.loanSets, {})).data?.find(({ kind }) => kind === loanKind.pledge)
  const { save, isBusy, error } = useSaving(loans.addCollateral, () => {
    toast(t`Added`, { tone: 'good' })
    onClose()
  })
  const given = more === '' ? zero : asDecimal(more)
  const held = collateral ? subtract(collateral.amount, add(collateral.sold, collateral.returned)) : zero
  const isTooMuch = available !== undefined && compare(given, available) > 0
  const [has, call] = [available && money(available), set?.callLtv ? formatShare(set.callLtv, 0) : '']
  return (
    <Sheet
      open
      onClose={onClose}
      title={t`Add collateral`}
      footer={
        <Button wide size="large" busy={isBusy} disabled={!isPositive(given) || isTooMuch} onClick={() => save({ id, amount: given })}>
          {error && isUnanswered(error) ? <Trans>Ask again</Trans> : <Trans>Add collateral</Trans>}
        </Button>
      }
    >
      <div className={styles.form}>
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
              steps: [{ label: t({ message: 'Max', context: 'all that can be pledged' }), value: plain(available) }],
            })}
        />
        <Facts
          rows={[
            { key: 'now', name: t`Loan to value now`, value: formatShare(ltvOrNone(outstanding, held, mid)) },
            {
              key: 'then',
              name: t`Loan to value afterwards`,
              value: formatShare(ltvOrNone(outstanding, add(held, given), mid)),
              strong: true,
            },
          ]}
        />
        <p className={styles.quiet}>
          <Trans>A call comes at {call}. What is added comes back when the loan is repaid.</Trans>
        </p>
      </div>
      <Failure failure={error} paid />
    </Sheet>
  )
}
