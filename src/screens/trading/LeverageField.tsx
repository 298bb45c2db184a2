import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { Minus, Plus } from '#ui/moreIcons.tsx'
import styles from './Ticket.module.css'

/** 1× up to the cap, by steps or by sliding. It starts low on purpose (product §3.5). */
export function LeverageField({ value, cap, onChange }: { value: number; cap: number; onChange(next: number): void }) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className={styles.leverage}>
      <label htmlFor={id}>
        <Trans>Leverage</Trans>
      </label>
      <output htmlFor={id}>{value}×</output>
      <div className={styles.slider}>
        <IconButton icon={<Minus />} label={t`Less leverage`} disabled={value <= 1} onClick={() => onChange(value - 1)} />
        <input
          id={id}
          type="range"
          min={1}
          max={cap}
          step={1}
          value={value}
          aria-valuetext={`${value}×`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <IconButton icon={<Plus />} label={t`More leverage`} disabled={value >= cap} onClick={() => onChange(value + 1)} />
      </div>
      <p className={styles.cap}>
        <Trans>Up to {cap}× for your account on this market</Trans>
      </p>
    </div>
  )
}
