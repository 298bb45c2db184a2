import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { copyText } from '#device/clipboard.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Copy } from '#ui/moreIcons.tsx'
import { toast } from '#ui/toast.ts'
import styles from './CopyValue.module.css'

interface CopyValueProps {
  label: string
  value: string
  /** How it is written where that is easier to read than what is copied. */
  shown?: ReactNode
  /** As one of several facts rather than the thing to keep. */
  small?: boolean
  onCopied?: () => void
}

/** A value with its name and a button that copies it: "Success" or "Fail", as requirements §8 has it. */
export function CopyValue({ label, value, shown = value, small = false, onCopied }: CopyValueProps) {
  const { t } = useLingui()
  const copy = async () => {
    const isCopied = await copyText(value)
    toast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
    if (isCopied) onCopied?.()
  }
  return (
    <div className={styles.line}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={small ? styles.plain : styles.value}>{shown}</span>
      </span>
      <IconButton icon={<Copy />} label={t`Copy: ${label}`} onClick={() => void copy()} />
    </div>
  )
}
