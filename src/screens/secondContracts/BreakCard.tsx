import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Reply } from '#contract/call.ts'
import type { secondContracts } from '#contract/calls/secondContracts.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import styles from './SecondContracts.module.css'

const calmAfter = 3

/** After three losses in a row: a suggestion with the numbers, nothing more (product §3.7). */
export function BreakCard({ head }: { head: Reply<typeof secondContracts.head> }) {
  const [putAwayAt, setPutAwayAt] = useState(0)
  const count = head.lossesInRow
  if (count < calmAfter || count <= putAwayAt) return null
  const [stake, net] = [formatAmount(head.todayStake, 2), formatSigned(head.todayNet, 2)]
  return (
    <Card className={styles.card} role="status">
      <h2>
        <Trans>Take a break?</Trans>
      </h2>
      <p>
        <Trans>
          Lost in a row: {count}. Staked today: {stake} USDT, result {net} USDT. What happened before does not change the odds.
        </Trans>
      </p>
      <div className={styles.choice}>
        <ButtonLink to={path.home} kind="secondary">
          <Trans>Take a break</Trans>
        </ButtonLink>
        <Button kind="secondary" onClick={() => setPutAwayAt(count)}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </Card>
  )
}
