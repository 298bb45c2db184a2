import { Trans } from '@lingui/react/macro'
import type { Ieo } from '#contract/calls/ieo.ts'
import { path } from '#sitemap'
import { Mark } from '#ui/Mark.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import { costText } from './costText.ts'
import styles from './Ieo.module.css'
import { IeoState } from './IeoState.tsx'
import { NextMoment } from './NextMoment.tsx'

/** A subscription in the list: what it is, what it would cost, and what happens next. */
export function IeoCard({ ieo }: { ieo: Ieo }) {
  const { id, name, icon, tokenSymbol, summary, estimatePrice, winPrice, priceCurrency, totalSupply, myQty, myWin } = ieo
  const [asked, won] = [myQty === null ? '' : exactAmount(myQty), myWin === null ? '' : exactAmount(myWin)]
  return (
    <CardLink to={path.ieo} search={{ id }} data-ieo={id}>
      <span className={styles.head}>
        <span className={styles.named}>
          <Mark src={icon} />
          <strong>
            {name} ({tokenSymbol})
          </strong>
        </span>
        <IeoState status={ieo.status} />
      </span>
      <span className={styles.quiet}>{summary}</span>
      <span className={styles.pair}>
        <span>
          <span className={styles.name}>{winPrice === null ? <Trans>Estimated price</Trans> : <Trans>Winning price</Trans>}</span>
          <span className={styles.figure}>
            {costText(winPrice ?? estimatePrice)} {priceCurrency}
          </span>
        </span>
        <span>
          <span className={styles.name}>
            <Trans>On offer</Trans>
          </span>
          <span className={styles.figure}>
            {exactAmount(totalSupply)} {tokenSymbol}
          </span>
        </span>
      </span>
      <span className={styles.between}>
        <NextMoment ieo={ieo} />
        {myQty !== null && (
          <strong>
            {myWin === null ? (
              <Trans>
                You applied for {asked} {tokenSymbol}
              </Trans>
            ) : (
              <Trans>
                You won {won} {tokenSymbol}
              </Trans>
            )}
          </strong>
        )}
      </span>
    </CardLink>
  )
}
