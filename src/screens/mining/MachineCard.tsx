import { Trans, useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { productStatus } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { Mark } from '#ui/Mark.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { saleWords } from '#widgets/products/productWords.ts'
import { exactAmount } from '#widgets/products/rateText.ts'
import styles from './Mining.module.css'
import { Payback } from './Payback.tsx'
import { outlookOf } from './payback.ts'

/** A machine in the list: what it does, what it costs, what it brings today, and whether that pays for it. */
export function MachineCard({ product }: { product: Product }) {
  const { i18n } = useLingui()
  const { id, name, icon, currency, incomeCurrency, minMoney, days, status, miner } = product
  const sale = saleWords[status]
  const inUsdt = miner && formatAmount(miner.dayNetUsdt, 2)
  return (
    <CardLink to={path.machine} search={{ id }} data-product={id}>
      <span className={styles.head}>
        <span className={styles.named}>
          <Mark src={icon} />
          <strong>{name}</strong>
        </span>
        {status !== productStatus.open && sale && <Chip tone="warn">{i18n._(sale)}</Chip>}
      </span>
      {miner && (
        <span className={styles.quiet}>
          {exactAmount(miner.hashrate)} {miner.hashUnit}, {exactAmount(String(miner.powerW))} W, {miner.algorithm}
        </span>
      )}
      <span className={styles.pair}>
        <span>
          <span className={styles.name}>
            <Trans context="of a machine">Price</Trans>
          </span>
          <span className={styles.figure}>
            {exactAmount(minMoney)} {currency}
          </span>
        </span>
        {miner && (
          <span>
            <span className={styles.name}>
              <Trans>A day after power, today</Trans>
            </span>
            <span className={styles.figure}>
              {exactAmount(miner.dayNet)} {incomeCurrency}
            </span>
            <span className={styles.quiet}>≈ {inUsdt} USDT</span>
          </span>
        )}
      </span>
      {miner ? (
        <Payback outlook={outlookOf(miner, miner.dayNetUsdt, days)} termDays={days} />
      ) : (
        <span className={styles.quiet}>
          <Trans>Today's values are not published yet.</Trans>
        </span>
      )}
    </CardLink>
  )
}
