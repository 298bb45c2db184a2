import { useLingui } from '@lingui/react/macro'
import { IconButton } from '#ui/IconButton.tsx'
import { MinusIcon, PlusIcon } from '#ui/icons/moreIcons.tsx'
import styles from './Mining.module.css'

interface QuantityStepperProps {
  value: number
  onChange(value: number): void
  max: number
}

/** How many machines. */
export function MachineQuantityStepper({ value, onChange, max }: QuantityStepperProps) {
  const { t } = useLingui()
  return (
    <fieldset className={styles.count} aria-label={t`Machines`}>
      <IconButton icon={<MinusIcon />} label={t`One fewer`} disabled={value <= 1} onClick={() => onChange(value - 1)} />
      <output aria-live="polite">{value}</output>
      <IconButton icon={<PlusIcon />} label={t`One more`} disabled={value >= max} onClick={() => onChange(value + 1)} />
    </fieldset>
  )
}
