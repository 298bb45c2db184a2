import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { dataRights } from '#contract/calls/dataRights.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { DataRightsFormErrorMessage } from './DataRightsFormErrorMessage.tsx'
import { AccountDeletionEffects } from './AccountDeletionEffects.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './DataRights.module.css'

/** Says once more what happens, then asks for the proof. Guests have nothing to prove themselves by. */
export function DeleteAccountSheet({ keptYears, onClose }: { keptYears: number; onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const [isUnderstood, setUnderstood] = useState(false)
  const remove = useApiWrite(dataRights.deleteAccount, { errors: 'inline' })
  const isGuest = user?.isGuest === 1
  const canDelete = isUnderstood && (isGuest || isStepUpComplete(user, proof))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canDelete || remove.isPending) return
    remove.mutate(
      { body: { confirm: 'DELETE', ...pickCompleteStepUpProof(proof) } },
      { onSuccess: onClose, onError: () => setProof(({ googleCode: _, ...others }) => others) },
    )
  }
  return (
    <BottomSheet open onClose={onClose} title={t`Delete my account?`}>
      <Stack as="form" className={styles.form} onSubmit={submit} noValidate>
        <AccountDeletionEffects keptYears={keptYears} />
        <Checkbox label={<Trans>I have read what is erased and what is kept</Trans>} checked={isUnderstood} onChange={setUnderstood} />
        {!isGuest && <StepUpFields call={dataRights.deleteAccount} proof={proof} onChange={setProof} error={remove.error} />}
        <DataRightsFormErrorMessage error={remove.error} />
        <Button type="submit" kind="danger" size="large" wide busy={remove.isPending} disabled={!canDelete}>
          <Trans>Delete in 14 days</Trans>
        </Button>
        <Button kind="secondary" size="large" wide onClick={onClose}>
          <Trans>Keep my account</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
