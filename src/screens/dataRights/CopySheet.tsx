import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { dataRights } from '#contract/calls/dataRights.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import styles from './DataRights.module.css'
import { RefusedAsk } from './RefusedAsk.tsx'

/** Proves who it is, then the copy is being made. */
export function CopySheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const [requestId] = useState(newRequestId)
  const ask = useWrite(dataRights.requestExport, { errors: 'inline' })
  const canAsk = isProven(user, proof)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canAsk || ask.isPending) return
    ask.mutate(
      { body: givenOf(proof), requestId },
      { onSuccess: onClose, onError: () => setProof(({ googleCode: _, ...others }) => others) },
    )
  }
  return (
    <Sheet open onClose={onClose} title={t`Ask for a copy`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          <Trans>
            Whoever has this file knows everything about your account, so first show that it is you. It can be fetched for 24 hours, and
            your email hears of it.
          </Trans>
        </p>
        <StepUp call={dataRights.requestExport} proof={proof} onChange={setProof} error={ask.error} />
        <RefusedAsk error={ask.error} />
        <Button type="submit" size="large" wide busy={ask.isPending} disabled={!canAsk}>
          <Trans>Make the copy</Trans>
        </Button>
      </form>
    </Sheet>
  )
}
