import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { formatAmount } from '#i18n/number.ts'
import { subtract } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import styles from './Mining.module.css'

type Miner = NonNullable<EarnProduct['miner']>

/** The machine as its maker describes it. */
export function MiningMachineSpec({ miner }: { miner: Miner }) {
  const { t } = useLingui()
  return (
    <DescriptionList
      rows={[
        { key: 'maker', name: t({ message: 'Manufacturer', context: 'of a machine' }), value: miner.manufacturer },
        { key: 'hashrate', name: t`Hashrate`, value: `${formatExactAmount(miner.hashrate)} ${miner.hashUnit}` },
        { key: 'power', name: t`Power consumption`, value: `${formatExactAmount(String(miner.powerW))} W` },
        { key: 'size', name: t({ message: 'Size', context: 'of a machine' }), value: `${miner.size} mm` },
        { key: 'weight', name: t({ message: 'Weight', context: 'of a machine' }), value: `${formatExactAmount(miner.weightKg)} kg` },
        { key: 'temperature', name: t`Working temperature`, value: `${miner.tempRange} °C` },
        { key: 'humidity', name: t`Working humidity`, value: `${miner.humidityRange} %` },
        { key: 'network', name: t`Network`, value: `${miner.network} (${miner.algorithm})` },
      ]}
    />
  )
}

/** How today's output follows from the published values. */
export function MiningDayOutput({ miner, coin }: { miner: Miner; coin: string }) {
  const { t } = useLingui()
  const unit = miner.hashUnit.replace('/s', '')
  return (
    <>
      <DescriptionList
        rows={[
          {
            key: 'hashprice',
            name: t`Paid for 1 ${unit}/s in a day`,
            value: `${formatExactAmount(miner.hashprice)} ${coin}`,
          },
          { key: 'gross', name: t`Output of a day`, value: `${formatExactAmount(miner.dayGross)} ${coin}` },
          { key: 'kwh', name: t`Price of 1 kWh`, value: `${formatExactAmount(miner.kwhPrice)} USD` },
          { key: 'coin', name: t`Price of 1 ${coin}`, value: `${formatAmount(miner.coinPrice, 2)} USDT` },
          { key: 'power', name: t`Power of a day`, value: `− ${formatExactAmount(miner.dayPower)} ${coin}` },
          { key: 'net', name: t`Output of a day after power`, value: `${formatExactAmount(miner.dayNet)} ${coin}`, strong: true },
        ]}
      />
      <p className={styles.under}>
        <Trans>By one machine. What hashing pays and the price of power are published in the price record each day.</Trans>
      </p>
    </>
  )
}

/** What one agrees to besides. */
export function MiningMachineTerms({ product }: { product: EarnProduct }) {
  const { t } = useLingui()
  const { days, sold, totalCap, userCap, incomeCurrency } = product
  const left = totalCap === null ? undefined : formatExactAmount(subtract(totalCap, sold))
  return (
    <DescriptionList
      rows={[
        { key: 'days', name: t`Runs for`, value: <Plural value={days} one="# day" other="# days" /> },
        { key: 'start', name: t`Starts`, value: <Trans>The next day, 00:00 UTC+8</Trans> },
        { key: 'paid', name: t`Pays out`, value: <Trans>Each day in {incomeCurrency}, 01:00 UTC+8</Trans> },
        { key: 'exit', name: t`Leaving early`, value: <Trans>Not possible; free to cancel until it starts</Trans> },
        { key: 'end', name: t`At the end`, value: <Trans>The price does not come back</Trans> },
        ...(left === undefined ? [] : [{ key: 'left', name: t`Machines left`, value: left }]),
        ...(userCap === null ? [] : [{ key: 'cap', name: t`Most for one person`, value: formatExactAmount(userCap) }]),
      ]}
    />
  )
}

export function MiningPriceRecordLink() {
  const { t } = useLingui()
  return <RowLink to={path.priceRecord} title={t`The price record`} subtitle={t`Signed each minute, for anyone to check`} />
}
