import { Trans, useLingui } from '@lingui/react/macro'
import type { LoanOrder } from '#contract/calls/loans.ts'
import { add, isPositive, subtract } from '#rules/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { formatLoanAmount } from './amounts.ts'
import { ltvOrNone } from './loanFigures.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Loans.module.css'
import { LtvGauge } from './LtvGauge.tsx'
import { useCoinPrice } from './useCoinPrice.ts'

/** What is pledged, and how far its price may fall; after a sale what was sold and what came back. */
export function LoanCollateralSection({ order, collateral }: { order: LoanOrder; collateral: NonNullable<LoanOrder['collateral']> }) {
  const { t } = useLingui()
  const { currency, amount, sold, returned, callPrice, liqPrice, callLtv, liqLtv, isCalled } = collateral
  const { mid, places } = useCoinPrice(currency)
  const heldAmount = subtract(amount, add(sold, returned))
  const isCollateralHeld = callPrice !== null && liqPrice !== null && isPositive(heldAmount)
  const formatInCoin = (value: string) => `${formatLoanAmount(value)} ${currency}`
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
        {isCollateralHeld && callLtv && liqLtv && (
          <LtvGauge
            ltv={ltvOrNone(order.outstanding, heldAmount, mid) ?? collateral.ltv ?? undefined}
            callLtv={callLtv}
            liqLtv={liqLtv}
            price={mid ?? collateral.price ?? undefined}
            callPrice={callPrice}
            liqPrice={liqPrice}
            places={places}
            currency={order.currency}
          />
        )}
        <DescriptionList
          rows={[
            { key: 'amount', name: t({ message: 'Pledged', context: 'collateral of a loan' }), value: formatInCoin(amount), strong: true },
            ...(isPositive(sold)
              ? [{ key: 'sold', name: t({ message: 'Sold', context: 'collateral of a loan' }), value: formatInCoin(sold) }]
              : []),
            ...(isPositive(sold) || isPositive(returned)
              ? [{ key: 'returned', name: t({ message: 'Came back', context: 'collateral of a loan' }), value: formatInCoin(returned) }]
              : []),
          ]}
        />
        {isCollateralHeld && (
          <Text tone="quiet" className={styles.note}>
            <Trans>Both prices rise a little each day with the interest. Only what repays the loan is sold; the rest comes back.</Trans>
          </Text>
        )}
      </Card>
    </Section>
  )
}
