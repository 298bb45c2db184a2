import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { setDevicePreference } from '#device/preferences.ts'
import { limits } from '#contract/calls/limits.ts'
import { accountTypes, productCountriesArticleId } from '#contract/constants.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { SandboxSkipWaitButton } from '../money/SandboxSkipWaitButton.tsx'
import { Row } from '#ui/Row.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './TradeRestrictionCard.module.css'
import { type TradeProduct, useTradeRestriction, useTradeRestrictionText } from './useTradeRestriction.ts'

/** A calm panel above a ticket that takes no order of this person now: what is missing, and the way to it. Nothing where orders are taken. */
export function TradeRestrictionCard({
  product,
  inBook: accountTypeProp,
  buys,
}: {
  product: TradeProduct
  inBook?: number | undefined
  buys?: string | undefined
}) {
  const { t } = useLingui()
  const selectedAccountType = useAccountType()
  const accountType = accountTypeProp ?? selectedAccountType
  const restriction = useTradeRestriction(product, accountTypeProp, buys)
  const title = useTradeRestrictionText(product, false, accountTypeProp, buys)
  if (!restriction || title === undefined) return null
  const words: Record<string, ReactNode> = {
    guestRestricted: <Trans>An account with an email or mobile number can look at the real book.</Trans>,
    agreementRequired: <Trans>See what is different and agree. Until then you can close, protect and withdraw.</Trans>,
    kycRequired: <Trans>It takes an ID card or a passport and a few minutes. The demo book has the same markets, prices and fees.</Trans>,
    regionProduct: <Trans>The rules of your country decide this, not your account. What is open can always be closed.</Trans>,
    marketSimulated: <Trans>These prices come from our simulator. The demo book trades on them.</Trans>,
    suitabilityRequired: (
      <Trans>They are about what can be lost, and take five minutes. Eight of ten right, then a day to think it over.</Trans>
    ),
    coolingOff: <Trans>You passed the questions. A day lies between that and the first order.</Trans>,
    selfExcluded: <Trans>You asked for it, and it cannot be shortened. Closing, protecting and withdrawing stay open.</Trans>,
    ledgerHalted: <Trans>A check of our books found something that does not add up. What is open can be closed as always.</Trans>,
    noWayOut: <Trans>We sell no {buys} while it could not leave again. Selling it and withdrawing other coins stay open.</Trans>,
    ownLimit: <Trans>You set it yourself. It counts anew with its next day, week or month.</Trans>,
  }
  const isSelfImposed = restriction.reason === 'selfExcluded' || restriction.reason === 'ownLimit'
  return (
    <Stack as={Card} gap={2} role="note" aria-label={t`Why no order is taken`}>
      <p className={styles.title}>{title}</p>
      <Text tone="muted">{words[restriction.reason]}</Text>
      <Row wrap gap={2} className={styles.actions}>
        {restriction.reason === 'regionProduct' && (
          <ButtonLink to={path.article} search={{ id: productCountriesArticleId }} kind="secondary">
            <Trans>Where products are offered</Trans>
          </ButtonLink>
        )}
        {restriction.reason === 'kycRequired' && (
          <ButtonLink to={path.verification} kind="secondary">
            <Trans>Verify your identity</Trans>
          </ButtonLink>
        )}
        {restriction.reason === 'suitabilityRequired' && (
          <ButtonLink to={path.suitability} kind="secondary">
            <Trans>To the questions</Trans>
          </ButtonLink>
        )}
        {restriction.reason === 'coolingOff' && <SandboxSkipWaitButton call={limits.skipWait} body={{}} />}
        {restriction.reason === 'agreementRequired' ? (
          <ButtonLink to={path.agreements} kind="secondary">
            <Trans>See what changed</Trans>
          </ButtonLink>
        ) : restriction.reason === 'ledgerHalted' ? (
          <ButtonLink to={path.priceRecord} kind="secondary">
            <Trans>The ledger</Trans>
          </ButtonLink>
        ) : isSelfImposed ? (
          <ButtonLink to={path.limits} kind="secondary">
            <Trans>Limits and breaks</Trans>
          </ButtonLink>
        ) : (
          accountType === accountTypes.real && (
            <Button kind="secondary" onClick={() => setDevicePreference('accountType', accountTypes.demo)}>
              <Trans>Use the demo book</Trans>
            </Button>
          )
        )}
      </Row>
    </Stack>
  )
}
