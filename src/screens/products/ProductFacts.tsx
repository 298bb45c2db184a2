import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { productStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { larger, subtract, zero } from '#rules/decimal.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { exitWords } from '#widgets/products/productWords.ts'
import { exactAmount } from '#widgets/products/rateText.ts'
import styles from './Earn.module.css'

/** When it opens, term, limits and the way out. */
export function ProductFacts({ product }: { product: Product }) {
  const { t, i18n } = useLingui()
  const { days, currency, minMoney, maxMoney, userCap, totalCap, sold, levelLimit, purchaseLimit, exitRule, unbondDays } = product
  const { status, startTime } = product
  const money = (amount: string) => `${exactAmount(amount)} ${currency}`
  const rows: Fact[] = [
    ...(status === productStatus.upcoming && startTime !== null
      ? [{ key: 'opens', name: t({ message: 'Opens', context: 'a product or a project' }), value: formatTime(startTime) }]
      : []),
    {
      key: 'days',
      name: t`Runs for`,
      value: days === 0 ? <Trans>No fixed end</Trans> : <Plural value={days} one="# day" other="# days" />,
    },
    { key: 'size', name: t`One purchase`, value: `${exactAmount(minMoney)}–${money(maxMoney)}` },
    ...(userCap === null ? [] : [{ key: 'cap', name: t`One person, at most`, value: money(userCap) }]),
    ...(totalCap === null ? [] : [{ key: 'left', name: t`Left`, value: money(larger(subtract(totalCap, sold), zero)) }]),
    ...(purchaseLimit === null
      ? []
      : [{ key: 'times', name: t`Purchases by one person`, value: <Plural value={purchaseLimit} one="# time" other="# times" /> }]),
    ...(levelLimit === 0 ? [] : [{ key: 'level', name: t`Opens from level`, value: levelLimit }]),
    ...(unbondDays === 0
      ? []
      : [{ key: 'wait', name: t`Waiting time when leaving`, value: <Plural value={unbondDays} one="# day" other="# days" /> }]),
  ]
  const wayOut = i18n._(exitWords[exitRule])
  return (
    <>
      <Facts rows={rows} />
      <p className={styles.quiet}>
        <Trans>Leaving: {wayOut}</Trans>
      </p>
    </>
  )
}
