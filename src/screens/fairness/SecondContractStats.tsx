import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FairDealingStats } from '#contract/calls/fairness.ts'
import { formatAmount, formatPercent, formatSignedAmount } from '#i18n/number.ts'
import { isZero } from '#rules/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { FairnessCheckResultList } from '#widgets/priceRecord/FairnessCheckResultList.tsx'
import { StackedBar } from './BarChart.tsx'
import styles from './fairness.module.css'

type Book = 'real' | 'demo'
const whole = (count: number): string => formatAmount(String(count), 0)

/** How second contracts ended, what the published prices say about it, and what the odds alone would have brought. */
export function SecondContractStats({ seconds }: { seconds: FairDealingStats['seconds'] }) {
  const { t } = useLingui()
  const [book, setBook] = useState<Book>(seconds.real.settled > 0 ? 'real' : 'demo')
  const stats = seconds[book]
  const { settled, wins, losses, ties, voids, implied, compared = settled, chiSquare, winShare, staked, usersNet, expectedNet } = stats
  const [wonByRecord, comparedOrders] = [whole(implied.wins), whole(compared)]
  const isAsRecorded = isZero(chiSquare)
  return (
    <Card className={styles.values}>
      <SegmentedControl
        label={t`Which money`}
        value={book}
        onChange={setBook}
        options={[
          { value: 'real', label: <Trans>Real book</Trans> },
          { value: 'demo', label: <Trans>Demo book</Trans> },
        ]}
      />
      {settled === 0 ? (
        <p>
          <Trans>None has been settled.</Trans>
        </p>
      ) : (
        <>
          <StackedBar
            parts={[
              { key: 'wins', name: t({ message: 'Won', context: 'of an order' }), count: wins, text: whole(wins), pattern: 1 },
              { key: 'losses', name: t({ message: 'Lost', context: 'of an order' }), count: losses, text: whole(losses), pattern: 2 },
              { key: 'ties', name: t`Equal prices: stake back`, count: ties, text: whole(ties), pattern: 3 },
              { key: 'voids', name: t`No price: stake back`, count: voids, text: whole(voids), pattern: 4 },
            ]}
          />
          <DescriptionList
            rows={[
              { key: 'share', name: t`Won, of won and lost`, value: formatPercent(winShare, 1), strong: true },
              {
                key: 'implied',
                name: t`Won, by the published prices`,
                value: compared === settled ? wonByRecord : t`${wonByRecord} of ${comparedOrders} compared`,
              },
              { key: 'staked', name: t`Staked`, value: `${formatAmount(staked, 2)} USDT` },
              { key: 'net', name: t`What people gained or lost`, value: `${formatSignedAmount(usersNet, 2)} USDT` },
              { key: 'expected', name: t`What the odds alone would bring`, value: `${formatSignedAmount(expectedNet, 2)} USDT` },
            ]}
          />
          <FairnessCheckResultList
            ticks={[
              {
                key: 'record',
                state: isAsRecorded ? 'good' : 'bad',
                title: isAsRecorded ? (
                  <Trans>Results are exactly those of the published prices</Trans>
                ) : (
                  <Trans>Results differ from the published prices</Trans>
                ),
                text: <Trans>χ² = {chiSquare}; it must be 0</Trans>,
              },
            ]}
          />
        </>
      )}
    </Card>
  )
}
