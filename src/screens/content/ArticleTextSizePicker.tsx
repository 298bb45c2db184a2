import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import styles from './Article.module.css'
import { setArticleTextSize, type ArticleTextSize, articleTextSizes, useArticleTextSize } from './textSize.ts'

/** Four sizes of the letter A. */
export function ArticleTextSizePicker() {
  const { t } = useLingui()
  const names: Record<ArticleTextSize, string> = {
    '0.9': t`Small text`,
    '1': t`Normal text`,
    '1.15': t`Large text`,
    '1.35': t`Largest text`,
  }
  return (
    <SegmentedControl
      label={t`Text size`}
      value={useArticleTextSize()}
      onChange={setArticleTextSize}
      options={articleTextSizes.map((value) => ({
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
