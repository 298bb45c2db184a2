import { useLingui } from '@lingui/react/macro'
import type { PushWish } from '#api/pushHere.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Switch } from '#ui/Switch.tsx'
import styles from './Notifications.module.css'

type Quiet = NonNullable<PushWish['quiet']>

const night: Quiet = { from: 22 * 60, to: 7 * 60 }
const stepMinutes = 30

const clock = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const times = Array.from({ length: (24 * 60) / stepMinutes }, (_, index) => ({
  value: String(index * stepMinutes),
  label: clock(index * stepMinutes),
}))

interface QuietHoursProps {
  value: Quiet | undefined
  disabled: boolean
  onChange(quiet: Quiet | undefined): void
}

/** From when to when this device is left alone, by its own clock; over midnight too. */
export function QuietHours({ value, disabled, onChange }: QuietHoursProps) {
  const { t } = useLingui()
  // From and to the same would be no hours at all: such an end is not offered.
  const except = (minutes: number) => times.filter((time) => time.value !== String(minutes))
  return (
    <Section title={t`Quiet hours`}>
      <Card className={styles.switches}>
        <Switch
          label={t`Leave me alone at night`}
          hint={t`Told when they end. Only the safety of your account is told at once.`}
          checked={value !== undefined}
          disabled={disabled}
          onChange={(isQuiet) => onChange(isQuiet ? night : undefined)}
        />
        {value && (
          <div className={styles.hours}>
            <SelectField
              label={t({ message: 'From', context: 'time of day' })}
              value={String(value.from)}
              disabled={disabled}
              options={except(value.to)}
              onChange={(from) => onChange({ ...value, from: Number(from) })}
            />
            <SelectField
              label={t({ message: 'To', context: 'time of day' })}
              value={String(value.to)}
              disabled={disabled}
              options={except(value.from)}
              onChange={(to) => onChange({ ...value, to: Number(to) })}
            />
          </div>
        )}
      </Card>
    </Section>
  )
}
