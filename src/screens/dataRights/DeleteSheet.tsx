import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { dataRights } from '#contract/calls/dataRights.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import { RefusedAsk } from './RefusedAsk.tsx'
import { WhatHappens } from './WhatHappens.tsx'
import styles from './DataRights.module.css'

/** Says once more what happens, then asks for the proof. Guests have nothing to prove themselves by. */
export function DeleteSheet({ keptYears, onClose }: { keptYears: number; onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const [isUnderstood, setUnderstood] = useState(false)
  const remove = useWrite(dataRights.deleteAccount, { errors: 'inline' })
  const isGuest = user?.isGuest === 1
  const canDelete = isUnderstood && (isGuest || isProven(user, proof))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canDelete || remove.isPending) return
    remove.mutate(
      { body: { confirm: 'DELETE', ...givenOf(proof) } },
      { onSuccess: onClose, onError: () => setProof(({ googleCode: _, ...others }) => others) },
    )
  }
  return (
    <Sheet open onClose={onClose} title={t`Delete my account?`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <WhatHappens keptYears={keptYears} />
        <Checkbox label={<Trans>I have read what is erased and what is kept</Trans>} checked={isUnderstood} onChange={setUnderstood} />
        {!isGuest && <StepUp call={dataRights.deleteAccount} proof={proof} onChange={setProof} error={remove.error} />}
        <RefusedAsk error={remove.error} />
        <Button type="submit" kind="danger" size="large" wide busy={remove.isPending} disabled={!canDelete}>
          <Trans>Delete in 14 days</Trans>
        </Button>
        <Button kind="secondary" size="large" wide onClick={onClose}>
          <Trans>Keep my account</Trans>
        </Button>
      </form>
    </Sheet>
  )
}
