import { Trans, useLingui } from '@lingui/react/macro'
import { type Preferences, setPreference, usePreference } from '#device/preferences.ts'
import { Section } from '#ui/Section.tsx'
import { Segments } from '#ui/Segments.tsx'
import styles from './Settings.module.css'

/** The hand that holds the phone; pairs such as buy and sell change sides with it (product §4.1). */
export function Hand({ onChosen }: { onChosen: (hand: Preferences['hand']) => void }) {
  const { t } = useLingui()
  const hand = usePreference('hand')
  return (
    <Section title={t`Hand`}>
      <Segments
        label={t`Hand`}
        value={hand}
        onChange={(chosen) => {
          setPreference('hand', chosen)
          onChosen(chosen)
        }}
        options={[
          { value: 'left', label: <Trans context="hand">Left</Trans> },
          { value: 'right', label: <Trans context="hand">Right</Trans> },
        ]}
      />
      <p className={styles.note}>
        <Trans>Pairs of buttons such as buy and sell change sides with the hand that holds the phone.</Trans>
      </p>
    </Section>
  )
}
