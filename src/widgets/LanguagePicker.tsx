import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { LanguageCode } from '#contract/calls/account.ts'
import { switchLanguage, useLanguage } from '#i18n/i18n.ts'
import { supportedLanguages } from '#contract/languages.ts'
import { joinClassNames } from '#ui/classes.ts'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './LanguagePicker.module.css'

/** The nine languages, each in its own name; a tap changes every word at once, without a reload. */
export function LanguagePicker({ onChosen }: { onChosen?: (code: LanguageCode) => void }) {
  const { t } = useLingui()
  const current = useLanguage()
  const [loading, setLoading] = useState<LanguageCode>()
  const [failed, setFailed] = useState(false)
  const selectLanguage = async (code: LanguageCode) => {
    if (code === current.code) return onChosen?.(code)
    setLoading(code)
    setFailed(false)
    try {
      await switchLanguage(code)
      onChosen?.(code)
    } catch {
      // The catalog is its own file: without a signal it may not be on this device yet.
      setFailed(true)
    } finally {
      setLoading(undefined)
    }
  }
  return (
    <>
      <Stack role="radiogroup" aria-label={t`Language`}>
        {supportedLanguages.map(({ code, label, locale }) => (
          <button
            key={code}
            type="button"
            role="radio"
            lang={locale}
            aria-checked={code === current.code}
            aria-busy={code === loading || undefined}
            className={joinClassNames(styles.row, code === current.code && styles.chosen)}
            onClick={() => void selectLanguage(code)}
          >
            <span>{label}</span>
            {code === current.code && <CheckIcon />}
          </button>
        ))}
      </Stack>
      <Text aria-live="polite" weight="medium" tone="error">
        {failed && <Trans>This language could not be loaded. Check your connection and try again.</Trans>}
      </Text>
    </>
  )
}
