import { Trans, useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { earnProductStatus } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { IconImage } from '#ui/icons/IconImage.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { productStatusLabels } from '#widgets/products/productWords.ts'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Mining.module.css'
import { MiningPayback } from './MiningPayback.tsx'
import { computeMiningOutlook } from './payback.ts'

/** A machine in the list: what it does, what it costs, what it brings today, and whether that pays for it. */
export function MiningMachineCard({ product }: { product: EarnProduct }) {
  const { i18n } = useLingui()
  const { id, name, icon, currency, incomeCurrency, minMoney, days, status, miner } = product
  const sale = productStatusLabels[status]
  const inUsdt = miner && formatAmount(miner.dayNetUsdt, 2)
  return (
    <CardLink to={path.machine} search={{ id }} data-product={id}>
      <Row as="span" wrap align="center" justify="between" gap={3} rowGap={1} className={styles.head}>
        <Row as="span" align="center" gap={2} className={styles.named}>
          <IconImage src={icon} />
          <strong>{name}</strong>
        </Row>
        {status !== earnProductStatus.open && sale && <Chip tone="warn">{i18n._(sale)}</Chip>}
      </Row>
      {miner && (
        <Text as="span" tone="muted">
          {formatExactAmount(miner.hashrate)} {miner.hashUnit}, {formatExactAmount(String(miner.powerW))} W, {miner.algorithm}
        </Text>
      )}
      <Grid as="span" columns="fit" gap={3} rowGap={2} className={styles.pair}>
        <span>
          <Text as="span" tone="quiet">
            <Trans context="of a machine">Price</Trans>
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            {formatExactAmount(minMoney)} {currency}
          </Text>
        </span>
        {miner && (
          <span>
            <Text as="span" tone="quiet">
              <Trans>A day after power, today</Trans>
            </Text>
            <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
              {formatExactAmount(miner.dayNet)} {incomeCurrency}
            </Text>
            <Text as="span" tone="muted">
              ≈ {inUsdt} USDT
            </Text>
          </span>
        )}
      </Grid>
      {miner ? (
        <MiningPayback outlook={computeMiningOutlook(miner, miner.dayNetUsdt, days)} termDays={days} />
      ) : (
        <Text as="span" tone="muted">
          <Trans>Today's values are not published yet.</Trans>
        </Text>
      )}
    </CardLink>
  )
}
