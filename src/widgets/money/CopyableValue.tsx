import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { copyText } from '#device/clipboard.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CopyIcon } from '#ui/icons/moreIcons.tsx'
import { showToast } from '#ui/toast.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './CopyableValue.module.css'

interface CopyableValueProps {
  label: string
  value: string
  /** How it is written where that is easier to read than what is copied. */
  displayed?: ReactNode
  /** As one of several facts rather than the thing to keep. */
  small?: boolean
  onCopied?: () => void
}

/** A value with its name and a button that copies it: "Success" or "Fail", as docs/rules/interface.md has it. */
export function CopyableValue({ label, value, displayed = value, small = false, onCopied }: CopyableValueProps) {
  const { t } = useLingui()
  const copy = async () => {
    const isCopied = await copyText(value)
    showToast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
    if (isCopied) onCopied?.()
  }
  return (
    <div className={styles.line}>
      <Stack as="span" className={styles.words}>
        <Text as="span" tone="quiet">
          {label}
        </Text>
        <span className={small ? styles.plain : styles.value}>{displayed}</span>
      </Stack>
      <IconButton icon={<CopyIcon />} label={t`Copy: ${label}`} onClick={() => void copy()} />
    </div>
  )
}
