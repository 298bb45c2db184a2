import { useLingui } from '@lingui/react/macro'
import type { Competition, Entry } from '#contract/calls/competitions.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatRate, formatShare, formatSigned, missing } from '#i18n/number.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import styles from './Competitions.module.css'
import { prizeText } from './prizes.ts'
import { toneOf } from './tone.ts'

interface EntryFiguresProps {
  competition: Competition
  mine: Entry
}

/** Place and yield, large. */
export function EntryHero({ competition, mine: { rank, yieldRate } }: EntryFiguresProps) {
  const { t } = useLingui()
  const participants = formatAmount(String(competition.participants), 0)
  const place = rank === null ? missing : formatAmount(String(rank), 0)
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
        <dd data-tone={toneOf(yieldRate)}>{formatRate(yieldRate)}</dd>
      </div>
    </dl>
  )
}

/** How one does or did: place and yield large, everything else on ruled lines. */
export function EntryFigures({ competition, mine }: EntryFiguresProps) {
  const { t } = useLingui()
  const { minTrades } = competition
  const { todayIncome, totalIncome, equity, maxDrawdown, closedTrades, joinTime, exitTime, prize } = mine
  const rows: Fact[] = [
    ...(prize === null
      ? []
      : [{ key: 'prize', name: t({ message: 'Prize', context: 'money that was won' }), value: `${prizeText(prize)} USDT`, strong: true }]),
    { key: 'today', name: t`Today's income`, value: formatSigned(todayIncome, 2) },
    { key: 'total', name: t`Total income`, value: formatSigned(totalIncome, 2) },
    { key: 'equity', name: t`Equity`, value: formatAmount(equity, 2) },
    { key: 'fall', name: t`Draw-down`, value: formatShare(maxDrawdown) },
    { key: 'trades', name: t`Closed trades`, value: t`${closedTrades}, a prize asks for ${minTrades}` },
    { key: 'joined', name: t`Joined`, value: formatTime(joinTime) },
    ...(exitTime === null ? [] : [{ key: 'left', name: t({ message: 'Left', context: 'a competition' }), value: formatTime(exitTime) }]),
  ]
  return (
    <>
      <EntryHero competition={competition} mine={mine} />
      <Facts rows={rows} />
    </>
  )
}
