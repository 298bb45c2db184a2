import { Trans, useLingui } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import styles from './Competitions.module.css'
import { prizeText } from './prizes.ts'

/** What can be won, for what, and where it comes from. */
export function Prizes({ competition: { prizes, minTrades } }: { competition: Competition }) {
  const { t } = useLingui()
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  if (prizes.length === 0) return null
  return (
    <Section title={t`Prizes`}>
      <Card>
        <div className={styles.stack}>
          <Facts
            rows={prizes.map((prize, index) => {
              const place = index + 1
              return { key: String(place), name: t`Place ${place}`, value: `${prizeText(prize)} USDT`, strong: index === 0 }
            })}
          />
          <p className={styles.quiet}>
            <Trans>
              They go to the first with at least {minTrades} closed trades, into the real book, free to use. They come from our prize
              account, which held all of them before this competition was offered. No participant pays for them.
            </Trans>{' '}
            {isSandbox && <Trans>In the sandbox they are play money.</Trans>}
          </p>
        </div>
      </Card>
    </Section>
  )
}
