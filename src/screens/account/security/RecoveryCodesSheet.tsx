import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { copyText } from '#device/clipboard.ts'
import { downloadText } from '#device/saveText.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './Security.module.css'

/** Ten codes, shown this once: each opens the account once when the phone is gone. */
export function RecoveryCodesSheet({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  const [isConfirmedStored, setConfirmedStored] = useState(false)
  const text = codes.join('\n')
  const copy = async () => {
    const isCopied = await copyText(text)
    showToast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
    if (isCopied) setConfirmedStored(true)
  }
  const save = () => {
    downloadText('fairlead-recovery-codes.txt', t`Fairlead recovery codes. Each works once.` + `\n${text}\n`)
    setConfirmedStored(true)
  }
  return (
    <BottomSheet
      open
      firm
      onClose={onDone}
      title={t`Keep your recovery codes`}
      footer={
        <Button size="large" wide disabled={!isConfirmedStored} reason={t`Copy or save the codes first`} onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <Stack gap={4}>
        <p>
          <Trans>They are shown only now. Each opens your account once when your phone is gone. Keep them away from the phone.</Trans>
        </p>
        <ul className={styles.codes} aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button kind="secondary" wide onClick={() => void copy()}>
          <Trans>Copy all</Trans>
        </Button>
        <Button kind="secondary" wide onClick={save}>
          <Trans>Save as a file</Trans>
        </Button>
        <Checkbox label={t`I have kept the codes`} checked={isConfirmedStored} onChange={setConfirmedStored} />
      </Stack>
    </BottomSheet>
  )
}
