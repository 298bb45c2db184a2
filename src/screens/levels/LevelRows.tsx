import { Trans, useLingui } from '@lingui/react/macro'
import type { Level } from '#contract/calls/levels.ts'
import { isPositive } from '#rules/decimal.ts'
import { keepsLevel } from '#rules/level.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { ChevronDown } from '#ui/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import styles from './Levels.module.css'
import { percent } from './percent.ts'

/** Every level with all that it takes and gives; one's own is open. */
export function LevelRows({ levels }: { levels: readonly Level[] }) {
  const { t } = useLingui()
  const isOff = levels.some(({ incentiveAllowed }) => !incentiveAllowed)
  return (
    <Section title={t`All levels`}>
      {isOff && (
        <p className={styles.quiet}>
          <Trans>Bonus and envelopes are not given in your country. Everything else is the same.</Trans>
        </p>
      )}
      <Card flush>
        {levels.map((level) => (
          <LevelRow key={level.level} of={level} />
        ))}
      </Card>
    </Section>
  )
}

function LevelRow({ of }: { of: Level }) {
  const { level, name, minAssets, feeDiscount, mine } = of
  const [from, discount] = [fullAmount(minAssets), percent(feeDiscount)]
  return (
    <details className={styles.level} open={mine !== undefined}>
      <summary>
        <span className={styles.levelLine}>
          <span className={styles.levelWords}>
            <span className={styles.levelTitle}>
              <Trans>
                Level {level} · {name}
              </Trans>{' '}
              {mine && (
                <Chip tone="brass">
                  <Trans context="the level that one has">Yours</Trans>
                </Chip>
              )}
            </span>
            <span className={styles.quiet}>
              <Trans>from {from} USDT</Trans>
            </span>
          </span>
          {isPositive(feeDiscount) && (
            <span className={styles.discount}>
              <Trans>Fees −{discount}</Trans>
            </span>
          )}
        </span>
        <ChevronDown />
      </summary>
      <div className={styles.facts}>
        <Facts rows={useLevelFacts(of)} />
      </div>
    </details>
  )
}

function useLevelFacts({ level, minAssets, feeDiscount, bonus, redEnvelope, loanExtra, withdrawDaily, incentiveAllowed }: Level): Fact[] {
  const { t } = useLingui()
  const usdt = (amount: string) => `${fullAmount(amount)} USDT`
  const discount = percent(feeDiscount)
  return [
    ...(level > 0
      ? [
          { key: 'from', name: t`Three-day average that reaches it`, value: usdt(minAssets) },
          { key: 'keep', name: t`14-day average that keeps it`, value: usdt(keepsLevel(minAssets)) },
        ]
      : []),
    { key: 'fees', name: t`Trading fees`, value: level > 0 ? t`${discount} lower` : t`as in the table of fees` },
    ...(incentiveAllowed && level > 0
      ? [
          { key: 'bonus', name: t`Bonus, once`, value: usdt(bonus) },
          { key: 'envelope', name: t`Every Monday`, value: usdt(redEnvelope) },
        ]
      : []),
    ...(level > 0 ? [{ key: 'loan', name: t`All credit loans together may be more by`, value: usdt(loanExtra) }] : []),
    { key: 'withdraw', name: t`Withdrawals a day, fully verified`, value: usdt(withdrawDaily) },
  ]
}
