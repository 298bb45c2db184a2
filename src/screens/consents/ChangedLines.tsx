import { Plural, Trans } from '@lingui/react/macro'
import type { Changes } from '#contract/calls/consents.ts'
import { languageOf } from '#i18n/languages.ts'
import styles from './Agreements.module.css'

/** Passages that are new and passages that are gone, said and not only coloured; what stayed is counted. */
export function ChangedLines({ changes: { lines, lang } }: { changes: Pick<Changes, 'lines' | 'lang'> }) {
  const changed = lines.flatMap((line, at) => (line.change === 'same' ? [] : [{ ...line, at }]))
  const same = lines.length - changed.length
  return (
    <>
      {changed.length === 0 && (
        <p>
          <Trans>No passage is different.</Trans>
        </p>
      )}
      <ul className={styles.lines}>
        {changed.map(({ change, text, at }) => (
          <li key={at} className={styles.line} data-change={change}>
            <strong className={styles.mark}>{change === 'added' ? <Trans>New</Trans> : <Trans>Gone</Trans>}</strong>
            {change === 'added' ? <ins lang={languageOf(lang)?.locale}>{text}</ins> : <del lang={languageOf(lang)?.locale}>{text}</del>}
          </li>
        ))}
      </ul>
      {same > 0 && changed.length > 0 && (
        <p className={styles.quiet}>
          <Plural value={same} one="# passage stayed as it was" other="# passages stayed as they were" />
        </p>
      )}
    </>
  )
}
