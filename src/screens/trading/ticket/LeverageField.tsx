import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { MinusIcon, PlusIcon } from '#ui/icons/moreIcons.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './ContractOrderTicket.module.css'

/** 1× up to the cap, by steps or by sliding. It starts low on purpose (docs/rules/contracts.md). */
export function LeverageField({ value, cap, onChange }: { value: number; cap: number; onChange(next: number): void }) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className={styles.leverage}>
      <Text as="label" htmlFor={id} weight="medium" tone="muted">
        <Trans>Leverage</Trans>
      </Text>
      <Text as="output" htmlFor={id} size="inherit" weight="strong" tabular>
        {value}×
      </Text>
      <div className={styles.slider}>
        <IconButton icon={<MinusIcon />} label={t`Less leverage`} disabled={value <= 1} onClick={() => onChange(value - 1)} />
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
        <IconButton icon={<PlusIcon />} label={t`More leverage`} disabled={value >= cap} onClick={() => onChange(value + 1)} />
      </div>
      <p className={styles.cap}>
        <Trans>Up to {cap}× for your account on this market</Trans>
      </p>
    </div>
  )
}
