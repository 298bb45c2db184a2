import { Trans, useLingui } from '@lingui/react/macro'
import { type DevicePreferences, setDevicePreference, useDevicePreference } from '#device/preferences.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import { PriceChangePill } from '#widgets/market/PriceChangePill.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './Settings.module.css'

type UpColor = NonNullable<DevicePreferences['upColor']>

const rising = [2, 3, 2.5, 4, 3.8, 5]
const falling = [5, 4.2, 4.6, 3, 3.2, 2]

/** Which colour a rise has; the sample changes with the choice. Until chosen, the language decides (docs/rules/interface.md). */
export function PriceColourSetting({ onChosen }: { onChosen: (upColor: UpColor) => void }) {
  const { t } = useLingui()
  const { redUp } = useLanguage()
  const value = useDevicePreference('upColor') ?? (redUp ? 'red' : 'green')
  const selectUpColor = (upColor: UpColor) => {
    setDevicePreference('upColor', upColor)
    onChosen(upColor)
  }
  return (
    <Section title={t`Rises and falls`}>
      <SegmentedControl
        label={t`Rises and falls`}
        value={value}
        onChange={selectUpColor}
        options={[
          { value: 'green', label: <Trans>Green up</Trans> },
          { value: 'red', label: <Trans>Red up</Trans> },
          { value: 'blue', label: <Trans>Blue up</Trans> },
        ]}
      />
      <Card className={styles.sample}>
        <Row as="figure" wrap align="center" justify="between" gap={2} rowGap={1} className={styles.move}>
          <figcaption>
            <Trans>A rise</Trans>
          </figcaption>
          <Sparkline points={rising} tone="rise" label="" />
          <PriceChangePill rate="0.0123" />
        </Row>
        <Row as="figure" wrap align="center" justify="between" gap={2} rowGap={1} className={styles.move}>
          <figcaption>
            <Trans>A fall</Trans>
          </figcaption>
          <Sparkline points={falling} tone="fall" label="" />
          <PriceChangePill rate="-0.004" />
        </Row>
      </Card>
    </Section>
  )
}
