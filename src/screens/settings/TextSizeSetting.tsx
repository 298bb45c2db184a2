import { Trans, useLingui } from '@lingui/react/macro'
import { setDevicePreference, useDevicePreference } from '#device/preferences.ts'
import { Section } from '#ui/Section.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Settings.module.css'

// docs/rules/accounts.md: 0.9–1.3 of the browser's own text size.
const scales = ['0.9', '1', '1.1', '1.2', '1.3'] as const

/** The size of all text and the space around it; this device only, for it is about this screen. */
export function TextSizeSetting() {
  const { t } = useLingui()
  const scale = useDevicePreference('textScale')
  const nearest = scales.reduce((best, each) => (Math.abs(Number(each) - scale) < Math.abs(Number(best) - scale) ? each : best))
  return (
    <Section title={t`Text size`}>
      <SegmentedControl
        label={t`Text size`}
        value={nearest}
        onChange={(chosen) => setDevicePreference('textScale', Number(chosen))}
        options={scales.map((each) => ({
          value: each,
          label: (
            <>
              <span className={styles.letter} style={{ fontSize: `${Number(each) * 1.0625}rem` }} aria-hidden="true">
                A
              </span>
              <span className="visuallyHidden">{Math.round(Number(each) * 100)}%</span>
            </>
          ),
        }))}
      />
      <Text tone="quiet">
        <Trans>Kept on this device only, because it is about this screen.</Trans>
      </Text>
    </Section>
  )
}
