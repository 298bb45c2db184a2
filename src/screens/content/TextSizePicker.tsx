import { useLingui } from '@lingui/react/macro'
import { Segments } from '#ui/Segments.tsx'
import styles from './Article.module.css'
import { setTextSize, type TextSize, textSizes, useTextSize } from './textSize.ts'

/** Four sizes of the letter A. */
export function TextSizePicker() {
  const { t } = useLingui()
  const names: Record<TextSize, string> = { '0.9': t`Small text`, '1': t`Normal text`, '1.15': t`Large text`, '1.35': t`Largest text` }
  return (
    <Segments
      label={t`Text size`}
      value={useTextSize()}
      onChange={setTextSize}
      options={textSizes.map((value) => ({
        value,
        label: (
          <>
            <span className={styles.letter} data-size={value} aria-hidden="true">
              A
            </span>
            <span className="visuallyHidden">{names[value]}</span>
          </>
        ),
      }))}
      className={styles.sizes}
    />
  )
}
