import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { asDecimal } from '#contract/decimal.ts'
import { compare, subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import { useSaving } from '#widgets/useSaving.ts'
import { money } from './amounts.ts'
import styles from './Loans.module.css'
import { useAvailable } from './useCollaterals.ts'

/** All that is owed, or a part of it, at any time and at no cost. */
export function RepaySheet({ order: { id, currency, outstanding }, onClose }: { order: LoanOrder; onClose(): void }) {
  const { t } = useLingui()
  const [how, setHow] = useState<'all' | 'part'>('all')
  const [part, setPart] = useState('')
  const available = useAvailable()(currency)
  const { save, isBusy, error } = useSaving(loans.repayLoan, () => {
    toast(t`Repaid`, { tone: 'good' })
    onClose()
  })
  const paid = how === 'all' ? outstanding : part === '' ? undefined : asDecimal(part)
  const isTooMuch = paid !== undefined && compare(paid, outstanding) > 0
  const isShort = paid !== undefined && available !== undefined && compare(paid, available) > 0
  const has = available && money(available)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t`Repay`}
      footer={
        <Button
          wide
          size="large"
          busy={isBusy}
          disabled={paid === undefined || isTooMuch || isShort || compare(paid, '0') === 0}
          onClick={() => save(how === 'all' ? { id } : { id, amount: asDecimal(part) })}
        >
          {error && isUnanswered(error) ? <Trans>Ask again</Trans> : <Trans>Repay</Trans>}
        </Button>
      }
    >
      <div className={styles.form}>
        <Segments
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
        <Facts
          rows={[
            { key: 'owed', name: t`Owed today`, value: `${money(outstanding)} ${currency}` },
            ...(has ? [{ key: 'has', name: t({ message: 'Available', context: 'balance' }), value: `${has} ${currency}` }] : []),
            ...(paid !== undefined && !isTooMuch
              ? [{ key: 'left', name: t`Owed afterwards`, value: `${money(subtract(outstanding, paid))} ${currency}`, strong: true }]
              : []),
          ]}
        />
        {isShort && (
          <p className={styles.brass}>
            {how === 'all' ? <Trans>You have less than that. A part counts too.</Trans> : <Trans>More than is available</Trans>}
          </p>
        )}
        <p className={styles.quiet}>
          <Trans>
            It pays late interest first, then interest, then the principal. Repaying early costs nothing, and saves the days that are left.
          </Trans>
        </p>
      </div>
      <Failure failure={error} paid />
    </Sheet>
  )
}
