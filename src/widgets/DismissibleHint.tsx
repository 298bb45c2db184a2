import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { readLocalStorageJson, writeLocalStorage } from '#device/storage.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import styles from './DismissibleHint.module.css'

const key = 'hints-read'

const readDismissedHints = (): readonly unknown[] => {
  const stored = readLocalStorageJson(key)
  return Array.isArray(stored) ? stored : []
}

/** A sentence for whoever sees something for the first time, where it is seen. Put away once, it does not come back on this device. */
export function DismissibleHint({ id, children }: { id: string; children: ReactNode }) {
  const { t } = useLingui()
  const [isDismissed, setDismissed] = useState(() => readDismissedHints().includes(id))
  if (isDismissed) return null
  const dismiss = () => {
    writeLocalStorage(key, JSON.stringify([...readDismissedHints(), id]))
    setDismissed(true)
  }
  return (
    <aside className={styles.hint}>
      <p>{children}</p>
      <IconButton icon={<CloseIcon width="1.125rem" />} label={t`Put this hint away`} onClick={dismiss} />
    </aside>
  )
}
