import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useUser } from '#api/person.ts'
import { dataRights } from '#contract/calls/dataRights.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './DataRights.module.css'
import { DataRightsFormErrorMessage } from './DataRightsFormErrorMessage.tsx'

/** Proves who it is, then the copy is being made. */
export function DataExportSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const ids = useRequestIds()
  const requestExport = useApiWrite(dataRights.requestExport, { errors: 'inline' })
  const canRequest = isStepUpComplete(user, proof)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canRequest || requestExport.isPending) return
    requestExport.mutate(
      { body: pickCompleteStepUpProof(proof), requestId: ids.of() },
      { onSuccess: onClose, onError: () => setProof(({ googleCode: _, ...others }) => others) },
    )
  }
  return (
    <BottomSheet open onClose={onClose} title={t`Ask for a copy`}>
      <Stack as="form" className={styles.form} onSubmit={submit} noValidate>
        <p>
          <Trans>
            Whoever has this file knows everything about your account, so first show that it is you. It can be fetched for 24 hours, and
            your email hears of it.
          </Trans>
        </p>
        <StepUpFields call={dataRights.requestExport} proof={proof} onChange={setProof} error={requestExport.error} />
        <DataRightsFormErrorMessage error={requestExport.error} />
        <Button type="submit" size="large" wide busy={requestExport.isPending} disabled={!canRequest}>
          <Trans>Make the copy</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
