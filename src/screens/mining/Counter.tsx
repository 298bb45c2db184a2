import { useLingui } from '@lingui/react/macro'
import { IconButton } from '#ui/IconButton.tsx'
import { Minus, Plus } from '#ui/moreIcons.tsx'
import styles from './Mining.module.css'

interface CounterProps {
  value: number
  onChange(value: number): void
  most: number
}

/** How many machines. */
export function Counter({ value, onChange, most }: CounterProps) {
  const { t } = useLingui()
  return (
    <fieldset className={styles.count} aria-label={t`Machines`}>
      <IconButton icon={<Minus />} label={t`One fewer`} disabled={value <= 1} onClick={() => onChange(value - 1)} />
      <output aria-live="polite">{value}</output>
      <IconButton icon={<Plus />} label={t`One more`} disabled={value >= most} onClick={() => onChange(value + 1)} />
    </fieldset>
  )
}
