import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Loans.module.css'
import { useLoanTexts } from './useLoanWords.ts'
import type { LoanRestriction } from './useLoanRestriction.ts'

/** Why it cannot be asked for now, and the way on; the figures below can be looked at all the same. */
export function LoanRestrictionCard({ stop }: { stop: LoanRestriction | undefined }) {
  const { t } = useLingui()
  const { whys } = useLoanTexts()
  if (!stop) return null
  const words: Record<LoanRestriction, ReactNode> = {
    guest: (
      <Trans>
        Loans are paid into the real book. Add an email or mobile and verify your identity; until then look at what one would cost.
      </Trans>
    ),
    kyc: <Trans>It takes an ID card or a passport and a few minutes. Until then look at what a loan would cost.</Trans>,
    overdue: <Trans>Each part that you repay counts at once. Your other money stays yours to withdraw.</Trans>,
    pending: <Trans>One request at a time. A pledge loan is open to you meanwhile.</Trans>,
    region: <Trans>The rules of your country decide this, not your account. What runs can always be repaid.</Trans>,
    selfExcluded: <Trans>It cannot be shortened. Repaying and withdrawing stay open.</Trans>,
    limitUsed: <Trans>Repaying frees it again. A pledge loan is open to you meanwhile.</Trans>,
  }
  return (
    <Grid as={Card} role="note" gap={2} className={styles.stop}>
      <strong>{stop === 'guest' ? t`Guests cannot borrow` : whys[stop]}</strong>
      <Text tone="quiet">{words[stop]}</Text>
      {stop === 'guest' && (
        <ButtonLink to={path.addSignIn} kind="secondary">
          <Trans>Add an email or mobile</Trans>
        </ButtonLink>
      )}
      {stop === 'kyc' && (
        <ButtonLink to={path.verification} kind="secondary">
          <Trans>Verify your identity</Trans>
        </ButtonLink>
      )}
      {(stop === 'overdue' || stop === 'pending') && (
        <ButtonLink to={path.loanOrders} kind="secondary">
          <Trans>My loans</Trans>
        </ButtonLink>
      )}
      {stop === 'selfExcluded' && (
        <ButtonLink to={path.limits} kind="secondary">
          <Trans>Limits and breaks</Trans>
        </ButtonLink>
      )}
    </Grid>
  )
}
