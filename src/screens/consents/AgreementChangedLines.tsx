import { Plural, Trans } from '@lingui/react/macro'
import type { AgreementVersionDiff } from '#contract/calls/consents.ts'
import { languageByCode } from '#i18n/languages.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Agreements.module.css'

/** Passages that are new and passages that are gone, said and not only coloured; what stayed is counted. */
export function AgreementChangedLines({ changes: { lines, lang } }: { changes: Pick<AgreementVersionDiff, 'lines' | 'lang'> }) {
  const changed = lines.flatMap((line, at) => (line.change === 'same' ? [] : [{ ...line, at }]))
  const same = lines.length - changed.length
  return (
    <>
      {changed.length === 0 && (
        <p>
          <Trans>No passage is different.</Trans>
        </p>
      )}
      <Grid as="ul" gap={3}>
        {changed.map(({ change, text, at }) => (
          <li key={at} className={styles.line} data-change={change}>
            <strong className={styles.mark}>{change === 'added' ? <Trans>New</Trans> : <Trans>Gone</Trans>}</strong>
            {change === 'added' ? (
              <ins lang={languageByCode(lang)?.locale}>{text}</ins>
            ) : (
              <del lang={languageByCode(lang)?.locale}>{text}</del>
            )}
          </li>
        ))}
      </Grid>
      {same > 0 && changed.length > 0 && (
        <Text tone="muted">
          <Plural value={same} one="# passage stayed as it was" other="# passages stayed as they were" />
        </Text>
      )}
    </>
  )
}
