import { Trans, useLingui } from '@lingui/react/macro'
import type { Reply } from '#contract/call.ts'
import type { levels } from '#contract/calls/levels.ts'
import { formatTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import { ValueRow } from '#widgets/ValueRow.tsx'
import styles from './Levels.module.css'

type Change = Reply<typeof levels.levelHistory>['changes'][number]

/** Every change of the level, newest first, with the bonus that it brought; one that waits to be paid is on its way. */
export function LevelChanges({ changes }: { changes: readonly Change[] }) {
  const { t } = useLingui()
  return (
    <Section title={t`What changed`}>
      <Card flush>
        {changes.map(({ from, to, time, bonus, bonusWaits }) => {
          const amount = bonus === null ? '' : fullAmount(bonus)
          return (
            <ValueRow
              key={`${time} ${from} ${to}`}
              title={t`From level ${from} to level ${to}`}
              subtitle={formatTime(time)}
              value={
                bonus !== null && (
                  <span>
                    <Trans>Bonus {amount} USDT</Trans>
                    {bonusWaits && (
                      <>
                        <br />
                        <small className={styles.quiet}>
                          <Trans>On its way</Trans>
                        </small>
                      </>
                    )}
                  </span>
                )
              }
            />
          )
        })}
      </Card>
    </Section>
  )
}
