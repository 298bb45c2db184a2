import { useLingui } from '@lingui/react/macro'
import type { FeedMode } from '#contract/states.ts'
import styles from './SymbolName.module.css'

export interface SymbolNameProps {
  base: string
  quote: string
  /** The long name: 'Bitcoin'. */
  name?: string
  /** After the name, such as when the market opens; where there is too little room for both, below it. */
  note?: string | undefined
  feedMode?: FeedMode
}

/** 'BTC/USDT' with its name and, where the price is not a live one, the word for that. */
export function SymbolName({ base, quote, name, note, feedMode }: SymbolNameProps) {
  const longName = name === base ? undefined : name

  return (
    <span className={styles.symbol}>
      <span className={styles.pair}>
        {base}
        <span className={styles.quote}>/{quote}</span>
        {feedMode && feedMode !== 'LIVE' && <FeedMark feedMode={feedMode} />}
      </span>
      {(longName || note) && (
        <span className={styles.second}>
          {longName && <span className={styles.name}>{longName}</span>}
          {note && <span className={styles.note}>{note}</span>}
        </span>
      )}
    </span>
  )
}

/** Where a price comes from, when it is not from live sources: the marks that "How prices are made" explains (docs/rules/environments.md). */
function FeedMark({ feedMode }: { feedMode: FeedMode }) {
  const { t } = useLingui()
  if (feedMode === 'LIVE') return null
  const { mark, meaning } = {
    SIM: { mark: 'SIM', meaning: t`simulated price` },
    DERIVED: { mark: t({ context: 'mark beside a market', message: 'DERIVED' }), meaning: t`calculated from two other markets` },
    CLOSED: { mark: t({ context: 'mark beside a market', message: 'CLOSED' }), meaning: t`market closed` },
  }[feedMode]
  return (
    <span className={styles.feed} data-feed={feedMode} title={meaning}>
      <span className="visuallyHidden">{meaning}</span>
      <span aria-hidden="true">{mark}</span>
    </span>
  )
}
