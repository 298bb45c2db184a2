import { Trans, useLingui } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'
import { formatCompetitionPrizeAmount } from './prizes.ts'

/** What can be won, for what, and where it comes from. */
export function CompetitionPrizes({ competition: { prizes, minTrades } }: { competition: Competition }) {
  const { t } = useLingui()
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  if (prizes.length === 0) return null
  return (
    <Section title={t`Prizes`}>
      <Card>
        <Grid gap={3} className={styles.stack}>
          <DescriptionList
            rows={prizes.map((prize, index) => {
              const place = index + 1
              return {
                key: String(place),
                name: t`Place ${place}`,
                value: `${formatCompetitionPrizeAmount(prize)} USDT`,
                strong: index === 0,
              }
            })}
          />
          <Text tone="muted">
            <Trans>
              They go to the first with at least {minTrades} closed trades, into the real book, free to use. They come from our prize
              account, which held all of them before this competition was offered. No participant pays for them.
            </Trans>{' '}
            {isSandbox && <Trans>In the sandbox they are play money.</Trans>}
          </Text>
        </Grid>
      </Card>
    </Section>
  )
}
