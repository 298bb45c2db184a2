import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { IeoProject } from '#contract/calls/ieo.ts'
import { ieoStatus } from '#contract/states.ts'
import { formatDate, formatDateTime } from '#i18n/date.ts'
import styles from './Ieo.module.css'

/** The way of a subscription, from applying to the last token; where it stands is marked and said. */
export function IeoSteps({ ieo: { status, applyStart, applyEnd, drawTime, payEnd, unlock } }: { ieo: IeoProject }) {
  const [first, last] = [unlock[0], unlock.at(-1)]
  const steps: { key: string; name: ReactNode; when: string; at: number }[] = [
    {
      key: 'apply',
      name: <Trans>Applications</Trans>,
      when: `${formatDateTime(applyStart)} – ${formatDateTime(applyEnd)}`,
      at: ieoStatus.subscribing,
    },
    { key: 'draw', name: <Trans>Draw</Trans>, when: formatDateTime(drawTime), at: ieoStatus.drawing },
    { key: 'pay', name: <Trans>Winners pay, in part or whole</Trans>, when: formatDateTime(payEnd), at: ieoStatus.paying },
    {
      key: 'unlock',
      name: <Trans>Tokens unlock</Trans>,
      when: first && last ? `${formatDate(first.time)} – ${formatDate(last.time)}` : '',
      at: ieoStatus.unlocking,
    },
  ]
  return (
    <ol className={styles.steps}>
      {steps.map(({ key, name, when, at }) => {
        const state = status > at ? 'done' : status === at ? 'now' : 'later'
        return (
          <li key={key} className={styles.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={styles.stepName}>
              {name}
              {state === 'done' && (
                <span className="visuallyHidden">
                  {' '}
                  <Trans context="a step">(done)</Trans>
                </span>
              )}
            </span>
            <span className={styles.quiet}>{when}</span>
          </li>
        )
      })}
    </ol>
  )
}
