import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { loanKind } from '#contract/states.ts'
import { add, isPositive, subtract } from '#rules/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { money } from './amounts.ts'
import { ltvOrNone } from './loanFigures.ts'
import styles from './Loans.module.css'
import { LtvGauge } from './LtvGauge.tsx'
import { useCoinPrice } from './useCollaterals.ts'

/** What is pledged, and how far its price may fall; after a sale what was sold and what came back. */
export function CollateralCard({ order, collateral }: { order: LoanOrder; collateral: NonNullable<LoanOrder['collateral']> }) {
  const { t } = useLingui()
  const { currency, amount, sold, returned, callPrice, liqPrice, isCalled } = collateral
  const { mid, places } = useCoinPrice(currency)
  const sets = useQuery(query(loans.loanSets, {})).data
  const set = sets?.find(({ kind }) => kind === loanKind.pledge)
  const held = subtract(amount, add(sold, returned))
  const isHeld = callPrice !== null && liqPrice !== null && isPositive(held)
  const of = (value: string) => `${money(value)} ${currency}`
  return (
    <Section title={t`Collateral`}>
      {isCalled && (
        <Card tone="warn" role="alert">
          <p>
            <Trans>Margin call: the price came close. Add collateral or repay a part, and nothing has to be sold.</Trans>
          </p>
        </Card>
      )}
      <Card>
        {isHeld && set?.callLtv && set.liqLtv && (
          <LtvGauge
            ltv={ltvOrNone(order.outstanding, held, mid) ?? collateral.ltv ?? undefined}
            callLtv={set.callLtv}
            liqLtv={set.liqLtv}
            price={mid ?? collateral.price ?? undefined}
            callPrice={callPrice}
            liqPrice={liqPrice}
            places={places}
            currency={order.currency}
          />
        )}
        <Facts
          rows={[
            { key: 'amount', name: t({ message: 'Pledged', context: 'collateral of a loan' }), value: of(amount), strong: true },
            ...(isPositive(sold) ? [{ key: 'sold', name: t({ message: 'Sold', context: 'collateral of a loan' }), value: of(sold) }] : []),
            ...(isPositive(sold) || isPositive(returned)
              ? [{ key: 'returned', name: t({ message: 'Came back', context: 'collateral of a loan' }), value: of(returned) }]
              : []),
          ]}
        />
        {isHeld && (
          <p className={styles.note}>
            <Trans>Both prices rise a little each day with the interest. Only what repays the loan is sold; the rest comes back.</Trans>
          </p>
        )}
      </Card>
    </Section>
  )
}
