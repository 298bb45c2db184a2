import { useLingui } from '@lingui/react/macro'
import type { Competition, CompetitionEntry } from '#contract/calls/competitions.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatSignedPercent, formatPercent, formatSignedAmount, missingValueDash } from '#i18n/number.ts'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import styles from './Competitions.module.css'
import { formatCompetitionPrizeAmount } from './prizes.ts'
import { yieldTone } from './tone.ts'

interface CompetitionEntryFiguresProps {
  competition: Competition
  mine: CompetitionEntry
}

/** Place and yield, large. */
export function CompetitionEntryHero({ competition, mine: { rank, yieldRate } }: CompetitionEntryFiguresProps) {
  const { t } = useLingui()
  const participants = formatAmount(String(competition.participants), 0)
  const place = rank === null ? missingValueDash : formatAmount(String(rank), 0)
  return (
    <dl className={styles.hero}>
      <div>
        <dt>{t({ message: 'Place', context: 'in a competition' })}</dt>
        <dd>
          {place} <small>{t`of ${participants}`}</small>
        </dd>
      </div>
      <div>
        <dt>{t({ message: 'Yield', context: 'of a competition' })}</dt>
        <dd data-tone={yieldTone(yieldRate)}>{formatSignedPercent(yieldRate)}</dd>
      </div>
    </dl>
  )
}

/** How one does or did: place and yield large, everything else on ruled lines. */
export function CompetitionEntryFigures({ competition, mine }: CompetitionEntryFiguresProps) {
  const { t } = useLingui()
  const { minTrades } = competition
  const { todayIncome, totalIncome, equity, maxDrawdown, closedTrades, joinTime, exitTime, prize } = mine
  const rows: DescriptionItem[] = [
    ...(prize === null
      ? []
      : [
          {
            key: 'prize',
            name: t({ message: 'Prize', context: 'money that was won' }),
            value: `${formatCompetitionPrizeAmount(prize)} USDT`,
            strong: true,
          },
        ]),
    { key: 'today', name: t`Today's income`, value: formatSignedAmount(todayIncome, 2) },
    { key: 'total', name: t`Total income`, value: formatSignedAmount(totalIncome, 2) },
    { key: 'equity', name: t`Equity`, value: formatAmount(equity, 2) },
    { key: 'fall', name: t`Draw-down`, value: formatPercent(maxDrawdown) },
    { key: 'trades', name: t`Closed trades`, value: t`${closedTrades}, a prize asks for ${minTrades}` },
    { key: 'joined', name: t`Joined`, value: formatDateTime(joinTime) },
    ...(exitTime === null
      ? []
      : [{ key: 'left', name: t({ message: 'Left', context: 'a competition' }), value: formatDateTime(exitTime) }]),
  ]
  return (
    <>
      <CompetitionEntryHero competition={competition} mine={mine} />
      <DescriptionList rows={rows} />
    </>
  )
}
