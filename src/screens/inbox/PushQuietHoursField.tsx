import { useLingui } from '@lingui/react/macro'
import type { PushPreferences } from '#api/push/pushDevice.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import styles from './Notifications.module.css'

type QuietHours = NonNullable<PushPreferences['quiet']>

const defaultQuietHours: QuietHours = { from: 22 * 60, to: 7 * 60 }
const stepMinutes = 30

const formatMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const times = Array.from({ length: (24 * 60) / stepMinutes }, (_, index) => ({
  value: String(index * stepMinutes),
  label: formatMinutes(index * stepMinutes),
}))

interface PushQuietHoursFieldProps {
  value: QuietHours | undefined
  disabled: boolean
  onChange(quiet: QuietHours | undefined): void
}

/** From when to when this device is left alone, by its own clock; over midnight too. */
export function PushQuietHoursField({ value, disabled, onChange }: PushQuietHoursFieldProps) {
  const { t } = useLingui()
  // From and to the same would be no hours at all: such an end is not offered.
  const timesExcept = (minutes: number) => times.filter((time) => time.value !== String(minutes))
  return (
    <Section title={t`Quiet hours`}>
      <Card className={styles.switches}>
        <Switch
          label={t`Leave me alone at night`}
          hint={t`Told when they end. Only the safety of your account is told at once.`}
          checked={value !== undefined}
          disabled={disabled}
          onChange={(isQuiet) => onChange(isQuiet ? defaultQuietHours : undefined)}
        />
        {value && (
          <div className={styles.hours}>
            <SelectField
              label={t({ message: 'From', context: 'time of day' })}
              value={String(value.from)}
              disabled={disabled}
              options={timesExcept(value.to)}
              onChange={(from) => onChange({ ...value, from: Number(from) })}
            />
            <SelectField
              label={t({ message: 'To', context: 'time of day' })}
              value={String(value.to)}
              disabled={disabled}
              options={timesExcept(value.from)}
              onChange={(to) => onChange({ ...value, to: Number(to) })}
            />
          </div>
        )}
      </Card>
    </Section>
  )
}
