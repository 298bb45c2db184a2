import { useLingui } from '@lingui/react/macro'
import type { Competition, Entry } from '#contract/calls/competitions.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatRate, formatShare, formatSigned, missing } from '#i18n/number.ts'
import { isNegative } from '#rules/decimal.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import styles from './Competitions.module.css'
import { prizeText } from './prizes.ts'

/** How one does or did: place and yield large, everything else on ruled lines. */
export function EntryFigures({ competition, mine }: { competition: Competition; mine: Entry }) {
  const { t } = useLingui()
  const { participants, minTrades } = competition
  const { rank, yieldRate, todayIncome, totalIncome, equity, maxDrawdown, closedTrades, joinTime, exitTime, prize } = mine
  const place = rank === null ? missing : String(rank)
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
      <dl className={styles.hero}>
        <div>
          <dt>{t({ message: 'Place', context: 'in a competition' })}</dt>
          <dd>
            {place} <small>{t`of ${participants}`}</small>
          </dd>
        </div>
        <div>
          <dt>{t({ message: 'Yield', context: 'of a competition' })}</dt>
          <dd data-tone={isNegative(yieldRate) ? 'fall' : 'rise'}>{formatRate(yieldRate)}</dd>
        </div>
      </dl>
      <Facts rows={rows} />
    </>
  )
}
