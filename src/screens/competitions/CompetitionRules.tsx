import { Trans, useLingui } from '@lingui/react/macro'
import type { Competition } from '#contract/calls/competitions.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import styles from './Competitions.module.css'

/** The rules in a few lines; they are the same for everybody. */
export function CompetitionRules({ competition: { minTrades, maxLever } }: { competition: Competition }) {
  const { t } = useLingui()
  return (
    <Section title={t`Rules`}>
      <Card>
        <ul className={styles.rules}>
          <li>
            <Trans>
              The yield decides: equity divided by the fund, less 1. Equity is the balance with all open positions at their price.
            </Trans>
          </li>
          <li>
            <Trans>
              Of two with the same equity the one with the lower draw-down is ahead, then the one who joined earlier. Draw-down is the
              deepest fall of the equity from its highest value before.
            </Trans>
          </li>
          <li>
            <Trans>Prices, spreads, fees, funding and close-outs are those of the app. Levels and vouchers change nothing here.</Trans>
          </li>
          <li>
            <Trans>Leverage goes up to {maxLever}×, or up to what your account may use on a market where that is less.</Trans>
          </li>
          <li>
            <Trans>A prize asks for {minTrades} closed trades. Parts of one position count once.</Trans>{' '}
            <Trans>A position that the end closes does not count.</Trans>
          </li>
          <li>
            <Trans>At the end whatever is open closes at the last prices, for everybody at the same.</Trans>
          </li>
          <li>
            <Trans>
              Whoever trades against themselves or takes part with several accounts is disqualified. The reason then stands in the table.
            </Trans>
          </li>
          <li>
            <Trans>You can leave at any time but can’t rejoin. Your other competitions aren’t affected.</Trans>
          </li>
        </ul>
      </Card>
    </Section>
  )
}
