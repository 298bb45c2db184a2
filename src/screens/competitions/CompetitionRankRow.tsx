import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { CompetitionLeaderboardRow } from '#contract/calls/competitions.ts'
import { formatAmount, formatSignedPercent, formatPercent, missingValueDash } from '#i18n/number.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'
import { disqualificationReasonLabels } from './outWords.ts'
import { formatCompetitionPrizeAmount } from './prizes.ts'
import { yieldTone } from './tone.ts'

/** One place of a ranking. */
export function CompetitionRankRow({ ranked }: { ranked: CompetitionLeaderboardRow }) {
  const { i18n } = useLingui()
  const { rank, name, isMine, yieldRate, maxDrawdown, closedTrades, outReason, prize } = ranked
  const fall = formatPercent(maxDrawdown)
  const won = prize === null ? '' : formatCompetitionPrizeAmount(prize)
  return (
    <div className={styles.rank} data-mine={isMine || undefined}>
      <span className={styles.number}>{rank === null ? missingValueDash : formatAmount(String(rank), 0)}</span>
      <span className={styles.who}>
        <span className={styles.nick}>{name === '' ? <Trans>Deleted account</Trans> : name}</span>
        <Text as="span" tone="quiet">
          {outReason === null ? (
            <>
              <span className={styles.whole}>
                <Trans>Draw-down {fall}</Trans> ·
              </span>{' '}
              <span className={styles.whole}>
                <Plural value={closedTrades} one="# trade" other="# trades" />
              </span>
            </>
          ) : (
            i18n._(disqualificationReasonLabels[outReason])
          )}
        </Text>
      </span>
      <span className={styles.result}>
        {outReason === null && <strong data-tone={yieldTone(yieldRate)}>{formatSignedPercent(yieldRate)}</strong>}
        {prize !== null && (
          <Text as="span" tone="quiet">
            <Trans>Prize {won} USDT</Trans>
          </Text>
        )}
      </span>
    </div>
  )
}
