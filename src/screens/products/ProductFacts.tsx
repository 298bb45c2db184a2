import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { EarnProduct, EarnProductDetail } from '#contract/calls/products.ts'
import { earnProductStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { largerDecimal, subtract, zero } from '#rules/decimal.ts'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { productExitRuleLabels } from '#widgets/products/productWords.ts'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { publishedTermLabels, formatPublishedTermValue } from '#widgets/trading/termWords.ts'
import { Text } from '#ui/Text.tsx'

/** When it opens, term, limits, what is agreed and the way out. */
export function ProductFacts({ product, terms = [] }: { product: EarnProduct; terms: EarnProductDetail['terms'] | undefined }) {
  const { t, i18n } = useLingui()
  const { days, currency, minMoney, maxMoney, userCap, totalCap, sold, levelLimit, purchaseLimit, exitRule, unbondDays } = product
  const { status, startTime } = product
  const money = (amount: string) => `${formatExactAmount(amount)} ${currency}`
  const rows: DescriptionItem[] = [
    ...(status === earnProductStatus.upcoming && startTime !== null
      ? [{ key: 'opens', name: t({ message: 'Opens', context: 'a product or a project' }), value: formatDateTime(startTime) }]
      : []),
    {
      key: 'days',
      name: t`Runs for`,
      value: days === 0 ? <Trans>No fixed end</Trans> : <Plural value={days} one="# day" other="# days" />,
    },
    { key: 'size', name: t`One purchase`, value: `${formatExactAmount(minMoney)}–${money(maxMoney)}` },
    ...(userCap === null ? [] : [{ key: 'cap', name: t`One person, at most`, value: money(userCap) }]),
    ...(totalCap === null ? [] : [{ key: 'left', name: t`Left`, value: money(largerDecimal(subtract(totalCap, sold), zero)) }]),
    ...(purchaseLimit === null
      ? []
      : [{ key: 'times', name: t`Purchases by one person`, value: <Plural value={purchaseLimit} one="# time" other="# times" /> }]),
    ...(levelLimit === 0 ? [] : [{ key: 'level', name: t`Opens from level`, value: levelLimit }]),
    ...(unbondDays === 0
      ? []
      : [{ key: 'wait', name: t`Waiting time when leaving`, value: <Plural value={unbondDays} one="# day" other="# days" /> }]),
    ...terms.map(({ name, value }) => {
      const words = publishedTermLabels[name]?.words
      return { key: name, name: words ? i18n._(words) : name, value: formatPublishedTermValue(name, value) }
    }),
  ]
  const wayOut = i18n._(productExitRuleLabels[exitRule])
  return (
    <>
      <DescriptionList rows={rows} />
      <Text tone="muted">
        <Trans>Leaving: {wayOut}</Trans>
      </Text>
    </>
  )
}
