import { Trans, useLingui } from '@lingui/react/macro'
import { useRecentSearches } from '#device/recentSearches.ts'
import { Button } from '#ui/Button.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import styles from './RecentSearches.module.css'

/** What was looked for last on this device, under an empty field; each can be taken up again or taken away. */
export function RecentSearches({ onChoose, onCleared }: { onChoose: (text: string) => void; onCleared: () => void }) {
  const { t } = useLingui()
  const { searches, forget, forgetAll } = useRecentSearches()
  if (searches.length === 0) return null
  return (
    <section className={styles.recent} aria-label={t`Recent searches`}>
      <ul className={styles.list}>
        {searches.map((text) => (
          <li key={text} className={styles.one}>
            <button type="button" className={styles.again} onClick={() => onChoose(text)}>
              <span>{text}</span>
            </button>
            <button
              type="button"
              className={styles.forget}
              aria-label={t`Forget “${text}”`}
              onClick={() => {
                forget(text)
                // Its button is gone, and with it the place of the keyboard.
                onCleared()
              }}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <Button
        kind="quiet"
        size="small"
        onClick={() => {
          forgetAll()
          onCleared()
        }}
      >
        <Trans>Clear</Trans>
      </Button>
    </section>
  )
}
