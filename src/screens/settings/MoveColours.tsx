import { Trans, useLingui } from '@lingui/react/macro'
import { type Preferences, setPreference, usePreference } from '#device/preferences.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import { ChangePill } from '#widgets/ChangePill.tsx'
import styles from './Settings.module.css'

type UpColor = NonNullable<Preferences['upColor']>

const rising = [2, 3, 2.5, 4, 3.8, 5]
const falling = [5, 4.2, 4.6, 3, 3.2, 2]

/** Which colour a rise has; the sample changes with the choice. Until chosen, the language decides (product §4.5). */
export function MoveColours({ onChosen }: { onChosen: (upColor: UpColor) => void }) {
  const { t } = useLingui()
  const { redUp } = useLanguage()
  const value = usePreference('upColor') ?? (redUp ? 'red' : 'green')
  const choose = (upColor: UpColor) => {
    setPreference('upColor', upColor)
    onChosen(upColor)
  }
  return (
    <Section title={t`Rises and falls`}>
      <Segments
        label={t`Rises and falls`}
        value={value}
        onChange={choose}
        options={[
          { value: 'green', label: <Trans>Green up</Trans> },
          { value: 'red', label: <Trans>Red up</Trans> },
          { value: 'blue', label: <Trans>Blue up</Trans> },
        ]}
      />
      <Card className={styles.sample}>
        <figure className={styles.move}>
          <figcaption>
            <Trans>A rise</Trans>
          </figcaption>
          <Sparkline points={rising} tone="rise" label="" />
          <ChangePill rate="0.0123" />
        </figure>
        <figure className={styles.move}>
          <figcaption>
            <Trans>A fall</Trans>
          </figcaption>
          <Sparkline points={falling} tone="fall" label="" />
          <ChangePill rate="-0.004" />
        </figure>
      </Card>
    </Section>
  )
}
