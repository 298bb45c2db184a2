import { Trans, useLingui } from '@lingui/react/macro'
import type { VipLevel } from '#contract/calls/levels.ts'
import { isPositive } from '#rules/decimal.ts'
import { levelRetentionThreshold } from '#rules/level.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { ChevronDownIcon } from '#ui/icons/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Levels.module.css'
import { formatLevelPercent } from './percent.ts'

/** Every level with all that it takes and gives; one's own is open. */
export function LevelRows({ levels }: { levels: readonly VipLevel[] }) {
  const { t } = useLingui()
  const isOff = levels.some(({ incentiveAllowed }) => !incentiveAllowed)
  return (
    <Section title={t`All levels`}>
      {isOff && (
        <Text tone="quiet">
          <Trans>Bonus and envelopes are not given in your country. Everything else is the same.</Trans>
        </Text>
      )}
      <Card flush>
        {levels.map((level) => (
          <LevelRow key={level.level} of={level} />
        ))}
      </Card>
    </Section>
  )
}

function LevelRow({ of }: { of: VipLevel }) {
  const { level, name, minAssets, feeDiscount, mine } = of
  const [from, discount] = [formatFullAmount(minAssets), formatLevelPercent(feeDiscount)]
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
            <Text as="span" tone="quiet">
              <Trans>from {from} USDT</Trans>
            </Text>
          </span>
          {isPositive(feeDiscount) && (
            <Text as="span" tone="muted" tabular>
              <Trans>Fees −{discount}</Trans>
            </Text>
          )}
        </span>
        <ChevronDownIcon />
      </summary>
      <div className={styles.facts}>
        <DescriptionList rows={useLevelFacts(of)} />
      </div>
    </details>
  )
}

function useLevelFacts({
  level,
  minAssets,
  feeDiscount,
  bonus,
  redEnvelope,
  loanExtra,
  withdrawDaily,
  incentiveAllowed,
}: VipLevel): DescriptionItem[] {
  const { t } = useLingui()
  const usdt = (amount: string) => `${formatFullAmount(amount)} USDT`
  const discount = formatLevelPercent(feeDiscount)
  return [
    ...(level > 0
      ? [
          { key: 'from', name: t`Three-day average that reaches it`, value: usdt(minAssets) },
          { key: 'keep', name: t`14-day average that keeps it`, value: usdt(levelRetentionThreshold(minAssets)) },
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
