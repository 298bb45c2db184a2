import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { InfoIcon } from '#ui/icons/moreIcons.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import styles from './FairnessCheckResultList.module.css'

export interface FairnessCheckResult {
  key: string
  /** `open`: it could not be looked at. */
  state: 'good' | 'bad' | 'open'
  title: ReactNode
  text?: ReactNode
}

const marks = { good: <CheckIcon />, bad: <CloseIcon />, open: <InfoIcon /> }

/** What was checked, one line each, said and not only coloured. */
export function FairnessCheckResultList({ ticks }: { ticks: readonly FairnessCheckResult[] }) {
  const words = {
    good: <Trans context="a check">Correct:</Trans>,
    bad: <Trans context="a check">Wrong:</Trans>,
    open: <Trans context="a check">Not checked:</Trans>,
  }
  return (
    <div role="status">
      <ol className={styles.ticks}>
        {ticks.map(({ key, state, title, text }) => (
          <li key={key} className={styles.tick} data-state={state}>
            <span className={styles.mark} data-state={state}>
              {marks[state]}
            </span>
            <span className={styles.title}>
              <span className="visuallyHidden">{words[state]} </span>
              {title}
            </span>
            {text && <span className={styles.text}>{text}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
