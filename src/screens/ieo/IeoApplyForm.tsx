import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useUser } from '#api/person.ts'
import type { IeoProject } from '#contract/calls/ieo.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compareDecimals, isMultipleOf, isPositive, multiply, decimalPlacesOfStep } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { formatExactAmount, trimTrailingZeros } from '#widgets/products/rateText.ts'
import { IeoApplySheet } from './IeoApplySheet.tsx'
import { formatIeoCost } from './costText.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './Ieo.module.css'
import { estimateIeoAllocation } from './estimateAllocation.ts'
import type { IeoApplyPreviewPayload } from './useIeoPreview.ts'
import { useIeoRestrictionText } from './useIeoRestrictionText.ts'

/** How many tokens one would like, and what that would come to if applications ended now. */
export function IeoApplyForm({ ieo }: { ieo: IeoProject }) {
  const { t } = useLingui()
  const [num, setNum] = useState('')
  const [wish, setWish] = useState<IeoApplyPreviewPayload>()
  const flaw = useFlaw(ieo, num)
  const { id, tokenSymbol, lot, userCap, applyMax } = ieo
  const stop = useIeoRestrictionText(tokenSymbol)
  const isWhole = num !== '' && flaw === undefined
  return (
    <Section title={t`Apply`}>
      <Card>
        <Grid gap={3}>
          <DecimalField
            label={t`Tokens you would like`}
            value={num}
            onChange={setNum}
            scale={decimalPlacesOfStep(lot)}
            unit={tokenSymbol}
            placeholder={trimTrailingZeros(lot)}
            error={flaw}
            hint={<Trans>Applying costs nothing and locks no money.</Trans>}
            steps={[
              { label: t`The cap`, value: trimTrailingZeros(userCap) },
              { label: t({ message: 'Max', context: 'tokens to apply for' }), value: trimTrailingZeros(applyMax) },
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
        </Grid>
      </Card>
      {wish && (
        <IeoApplySheet
          ieo={ieo}
          wish={wish}
          onClose={() => setWish(undefined)}
          onApplied={() => setNum((now) => (now === wish.num ? '' : now))}
        />
      )}
    </Section>
  )
}

function useFlaw({ lot, applyMax, tokenSymbol }: IeoProject, num: string): string | undefined {
  const { t } = useLingui()
  if (num === '') return undefined
  const [step, most] = [formatExactAmount(lot), formatExactAmount(applyMax)]
  if (!isPositive(num) || compareDecimals(num, lot) < 0) return t`At least ${step} ${tokenSymbol}`
  if (compareDecimals(num, applyMax) > 0) return t`At most ${most} ${tokenSymbol}`
  return isMultipleOf(num, lot) ? undefined : t`In steps of ${step} ${tokenSymbol}`
}

function ShareLine({ ieo, num }: { ieo: IeoProject; num: Decimal }) {
  const share = estimateIeoAllocation(num, ieo)
  const { tokenSymbol, priceCurrency, estimatePrice } = ieo
  const [tokens, cost] = [formatExactAmount(share), formatIeoCost(multiply(share, estimatePrice))]
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
