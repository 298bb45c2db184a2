import { Trans, useLingui } from '@lingui/react/macro'
import type { CallReply } from '#contract/call.ts'
import type { levels } from '#contract/calls/levels.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { ValueRow } from '#widgets/money/ValueRow.tsx'
import { Text } from '#ui/Text.tsx'

type Change = CallReply<typeof levels.levelHistory>['changes'][number]

/** Every change of the level, newest first, with the bonus that it brought; one that waits to be paid is on its way. */
export function LevelChangesSection({ changes }: { changes: readonly Change[] }) {
  const { t } = useLingui()
  return (
    <Section title={t`What changed`}>
      <Card flush>
        {changes.map(({ from, to, time, bonus, bonusWaits }) => {
          const amount = bonus === null ? '' : formatFullAmount(bonus)
          return (
            <ValueRow
              key={`${time} ${from} ${to}`}
              title={t`From level ${from} to level ${to}`}
              subtitle={formatDateTime(time)}
              value={
                bonus !== null && (
                  <span>
                    <Trans>Bonus {amount} USDT</Trans>
                    {bonusWaits && (
                      <>
                        <br />
                        <Text as="small" tone="quiet">
                          <Trans>On its way</Trans>
                        </Text>
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
