import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { apiReadQuery } from '#api/query.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import { market } from '#contract/calls/market.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'

/** Its terms, which were fixed when it was offered. */
export function CompetitionFacts({ competition }: { competition: Competition }) {
  const { t } = useLingui()
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const { fund, participants, startTime, endTime, joinUntil, maxLever } = competition
  const names = competition.symbols.map((symbol) => {
    const listedMarket = symbols.data?.find((one) => one.symbol === symbol)
    return listedMarket ? `${listedMarket.base}/${listedMarket.quote}` : symbol
  })
  return (
    <DescriptionList
      rows={[
        { key: 'fund', name: t`Virtual fund`, value: `${formatAmount(fund, 2)} USDT`, strong: true },
        { key: 'count', name: t`Participants`, value: formatAmount(String(participants), 0) },
        { key: 'start', name: t`Start`, value: formatDateTime(startTime) },
        { key: 'join', name: t({ message: 'Join until', context: 'a competition' }), value: formatDateTime(joinUntil) },
        { key: 'end', name: t({ message: 'End', context: 'of a competition' }), value: formatDateTime(endTime) },
        { key: 'markets', name: t`Contracts on`, value: names.join(', ') },
        { key: 'lever', name: t`Leverage`, value: t`Up to ${maxLever}×` },
      ]}
    />
  )
}
