import { Trans, useLingui } from '@lingui/react/macro'
import type { Article } from '#contract/calls/content.ts'
import { articleContentsMinHeadings } from '#contract/constants.ts'
import styles from './Article.module.css'

/** The headings of a longer article, folded away; each leads to its place. */
export function TableOfContents({ toc, lang }: { toc: Article['toc']; lang: string | undefined }) {
  const { t } = useLingui()
  if (toc.length < articleContentsMinHeadings) return null
  const show = (id: string) => {
    const heading = document.getElementById(id)
    heading?.scrollIntoView()
    // The next tab continues from there.
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
  return (
    <details className={styles.contents}>
      <summary>
        <Trans>Contents</Trans>
      </summary>
      <nav aria-label={t`Contents`}>
        <ol lang={lang}>
          {toc.map(({ id, title }) => (
            <li key={id}>
              <button type="button" onClick={() => show(id)}>
                {title}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  )
}
