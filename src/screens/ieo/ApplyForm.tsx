import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useUser } from '#api/person.ts'
import type { Ieo } from '#contract/calls/ieo.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compare, isMultipleOf, isPositive, multiply, scaleOf } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { exactAmount, plainDigits } from '#widgets/products/rateText.ts'
import { ApplySheet } from './ApplySheet.tsx'
import { costText } from './costText.ts'
import styles from './Ieo.module.css'
import { shareNow } from './share.ts'
import type { ApplyBody } from './useIeoPreview.ts'
import { useIeoStop } from './useIeoStop.ts'

/** How many tokens one would like, and what that would come to if applications ended now. */
export function ApplyForm({ ieo }: { ieo: Ieo }) {
  const { t } = useLingui()
  const [num, setNum] = useState('')
  const [wish, setWish] = useState<ApplyBody>()
  const stop = useIeoStop()
  const flaw = useFlaw(ieo, num)
  const { id, tokenSymbol, lot, userCap, applyMax } = ieo
  const isWhole = num !== '' && flaw === undefined
  return (
    <Section title={t`Apply`}>
      <Card>
        <div className={styles.stack}>
          <DecimalField
            label={t`Tokens you would like`}
            value={num}
            onChange={setNum}
            scale={scaleOf(lot)}
            unit={tokenSymbol}
            placeholder={plainDigits(lot)}
            error={flaw}
            hint={<Trans>Applying costs nothing and locks no money.</Trans>}
            steps={[
              { label: t`The cap`, value: plainDigits(userCap) },
              { label: t({ message: 'Max', context: 'tokens to apply for' }), value: plainDigits(applyMax) },
            ]}
          />
          {isWhole && <ShareLine ieo={ieo} num={asDecimal(num)} />}
          <Button
            size="large"
            wide
            disabled={stop !== undefined || !isWhole}
            reason={stop}
            onClick={() => setWish({ ieoId: id, num: asDecimal(num) })}
          >
            <Trans>Review</Trans>
          </Button>
          <Unverified />
        </div>
      </Card>
      {wish && <ApplySheet ieo={ieo} wish={wish} onClose={() => setWish(undefined)} onApplied={() => setNum('')} />}
    </Section>
  )
}

function useFlaw({ lot, applyMax, tokenSymbol }: Ieo, num: string): string | undefined {
  const { t } = useLingui()
  if (num === '') return undefined
  const [step, most] = [exactAmount(lot), exactAmount(applyMax)]
  if (!isPositive(num) || compare(num, lot) < 0) return t`At least ${step} ${tokenSymbol}`
  if (compare(num, applyMax) > 0) return t`At most ${most} ${tokenSymbol}`
  return isMultipleOf(num, lot) ? undefined : t`In steps of ${step} ${tokenSymbol}`
}

function ShareLine({ ieo, num }: { ieo: Ieo; num: Decimal }) {
  const share = shareNow(num, ieo)
  const { tokenSymbol, priceCurrency, estimatePrice } = ieo
  const [tokens, cost] = [exactAmount(share), costText(multiply(share, estimatePrice))]
  return (
    <p className={styles.quiet}>
      <Trans>
        If applications ended now you would win {tokens} {tokenSymbol} or a little more: {cost} {priceCurrency} at the estimated price. It
        gets less as others apply.
      </Trans>
    </p>
  )
}

/** The way for somebody who cannot take part yet. */
function Unverified() {
  const user = useUser()
  if (!user || user.kycStatus !== 0) return null
  return (
    <>
      <p className={styles.quiet}>
        <Trans>New tokens are for the real book of people whose identity is verified. Demo money does not take part.</Trans>
      </p>
      {user.isGuest === 1 ? (
        <ButtonLink to={path.addSignIn} kind="secondary">
          <Trans>Keep this account</Trans>
        </ButtonLink>
      ) : (
        <ButtonLink to={path.verification} kind="secondary">
          <Trans>Verify your identity</Trans>
        </ButtonLink>
      )}
    </>
  )
}
