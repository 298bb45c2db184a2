import { Trans, useLingui } from '@lingui/react/macro'
import { type DevicePreferences, setDevicePreference, useDevicePreference } from '#device/preferences.ts'
import { Section } from '#ui/Section.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Text } from '#ui/Text.tsx'

/** The hand that holds the phone; pairs such as buy and sell change sides with it (docs/rules/interface.md). */
export function PreferredHandSetting({ onChosen }: { onChosen: (hand: DevicePreferences['hand']) => void }) {
  const { t } = useLingui()
  const hand = useDevicePreference('hand')
  return (
    <Section title={t`Hand`}>
      <SegmentedControl
        label={t`Hand`}
        value={hand}
        onChange={(chosen) => {
          setDevicePreference('hand', chosen)
          onChosen(chosen)
        }}
        options={[
          { value: 'left', label: <Trans context="hand">Left</Trans> },
          { value: 'right', label: <Trans context="hand">Right</Trans> },
        ]}
      />
      <Text tone="quiet">
        <Trans>Pairs of buttons such as buy and sell change sides with the hand that holds the phone.</Trans>
      </Text>
    </Section>
  )
}
