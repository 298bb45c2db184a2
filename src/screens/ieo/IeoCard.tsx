import { Trans } from '@lingui/react/macro'
import type { IeoProject } from '#contract/calls/ieo.ts'
import { path } from '#sitemap'
import { IconImage } from '#ui/icons/IconImage.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { formatIeoCost } from './costText.ts'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Ieo.module.css'
import { IeoStateChip } from './IeoStateChip.tsx'
import { IeoNextEventText } from './IeoNextEventText.tsx'

/** A subscription in the list: what it is, what it would cost, and what happens next. */
export function IeoCard({ ieo }: { ieo: IeoProject }) {
  const { id, name, icon, tokenSymbol, summary, estimatePrice, winPrice, priceCurrency, totalSupply, myQty, myWin } = ieo
  const [asked, won] = [myQty === null ? '' : formatExactAmount(myQty), myWin === null ? '' : formatExactAmount(myWin)]
  return (
    <CardLink to={path.ieo} search={{ id }} data-ieo={id}>
      <Row as="span" wrap align="center" justify="between" gap={3} rowGap={1} className={styles.head}>
        <Row as="span" align="center" gap={2} className={styles.named}>
          <IconImage src={icon} />
          <strong>
            {name} ({tokenSymbol})
          </strong>
        </Row>
        <IeoStateChip status={ieo.status} />
      </Row>
      <span className={styles.quiet}>{summary}</span>
      <Grid as="span" gap={3} rowGap={2} className={styles.pair}>
        <span>
          <Text as="span" tone="quiet">
            {winPrice === null ? <Trans>Estimated price</Trans> : <Trans>Winning price</Trans>}
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            {formatIeoCost(winPrice ?? estimatePrice)} {priceCurrency}
          </Text>
        </span>
        <span>
          <Text as="span" tone="quiet">
            <Trans>On offer</Trans>
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            {formatExactAmount(totalSupply)} {tokenSymbol}
          </Text>
        </span>
      </Grid>
      <span className={styles.between}>
        <IeoNextEventText ieo={ieo} />
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
