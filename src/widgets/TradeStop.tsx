import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useBook } from '#api/book.ts'
import { setPreference } from '#device/preferences.ts'
import { limits } from '#contract/calls/limits.ts'
import { book } from '#contract/constants.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { SandboxSkip } from './SandboxSkip.tsx'
import styles from './TradeStop.module.css'
import { type TradeProduct, useMissing, useTradeStop } from './useTradeStop.ts'

/** A calm panel above a ticket that takes no order of this person now: what is missing, and the way to it. Nothing where orders are taken. */
export function TradeStop({ product, inBook }: { product: TradeProduct; inBook?: number | undefined }) {
  const { t } = useLingui()
  const chosen = useBook()
  const accountType = inBook ?? chosen
  const missing = useMissing(product, inBook)
  const title = useTradeStop(product, false, inBook)
  if (!missing || title === undefined) return null
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
    ownLimit: <Trans>You set it yourself. It counts anew with its next day, week or month.</Trans>,
  }
  const isAboutSelf = missing.reason === 'selfExcluded' || missing.reason === 'ownLimit'
  return (
    <Card className={styles.panel} role="note" aria-label={t`Why no order is taken`}>
      <p className={styles.title}>{title}</p>
      <p className={styles.words}>{words[missing.reason]}</p>
      <div className={styles.actions}>
        {missing.reason === 'kycRequired' && (
          <ButtonLink to={path.verification} kind="secondary">
            <Trans>Verify your identity</Trans>
          </ButtonLink>
        )}
        {missing.reason === 'suitabilityRequired' && (
          <ButtonLink to={path.suitability} kind="secondary">
            <Trans>To the questions</Trans>
          </ButtonLink>
        )}
        {missing.reason === 'coolingOff' && <SandboxSkip call={limits.skipWait} body={{}} />}
        {missing.reason === 'agreementRequired' ? (
          <ButtonLink to={path.agreements} kind="secondary">
            <Trans>See what changed</Trans>
          </ButtonLink>
        ) : isAboutSelf ? (
          <ButtonLink to={path.limits} kind="secondary">
            <Trans>Limits and breaks</Trans>
          </ButtonLink>
        ) : (
          accountType === book.real && (
            <Button kind="secondary" onClick={() => setPreference('accountType', book.demo)}>
              <Trans>Use the demo book</Trans>
            </Button>
          )
        )}
      </div>
    </Card>
  )
}
