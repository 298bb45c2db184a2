import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallReply } from '#contract/call.ts'
import type { secondContracts } from '#contract/calls/secondContracts.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './SecondContracts.module.css'

const minLossesInRow = 3

/** After three losses in a row: a suggestion with the numbers, nothing more (docs/rules/protection.md). */
export function SuggestBreakCard({ head }: { head: CallReply<typeof secondContracts.head> }) {
  const [dismissedAtLosses, setDismissedAtLosses] = useState(0)
  const count = head.lossesInRow
  if (count < minLossesInRow || count <= dismissedAtLosses) return null
  const [stake, net] = [formatAmount(head.todayStake, 2), formatSignedAmount(head.todayNet, 2)]
  return (
    <Grid as={Card} gap={3} className={styles.card} role="status">
      <h2>
        <Trans>Take a break?</Trans>
      </h2>
      <p>
        <Trans>
          Lost in a row: {count}. Staked today: {stake} USDT, result {net} USDT. What happened before does not change the odds.
        </Trans>
      </p>
      <Grid columns={2} gap={3}>
        <ButtonLink to={path.home} kind="secondary">
          <Trans>Take a break</Trans>
        </ButtonLink>
        <Button kind="secondary" onClick={() => setDismissedAtLosses(count)}>
          <Trans>Not now</Trans>
        </Button>
      </Grid>
    </Grid>
  )
}
