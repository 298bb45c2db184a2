import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Ranked } from '#contract/calls/competitions.ts'
import { formatAmount, formatRate, formatShare, missing } from '#i18n/number.ts'
import styles from './Competitions.module.css'
import { outWords } from './outWords.ts'
import { prizeText } from './prizes.ts'
import { toneOf } from './tone.ts'

/** One place of a ranking. */
export function RankRow({ ranked }: { ranked: Ranked }) {
  const { i18n } = useLingui()
  const { rank, name, isMine, yieldRate, maxDrawdown, closedTrades, outReason, prize } = ranked
  const fall = formatShare(maxDrawdown)
  const won = prize === null ? '' : prizeText(prize)
  return (
    <div className={styles.rank} data-mine={isMine || undefined}>
      <span className={styles.number}>{rank === null ? missing : formatAmount(String(rank), 0)}</span>
      <span className={styles.who}>
        <span className={styles.nick}>{name === '' ? <Trans>Deleted account</Trans> : name}</span>
        <span className={styles.small}>
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
            i18n._(outWords[outReason])
          )}
        </span>
      </span>
      <span className={styles.result}>
        {outReason === null && <strong data-tone={toneOf(yieldRate)}>{formatRate(yieldRate)}</strong>}
        {prize !== null && (
          <span className={styles.small}>
            <Trans>Prize {won} USDT</Trans>
          </span>
        )}
      </span>
    </div>
  )
}
