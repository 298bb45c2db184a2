import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type Passkey as PasskeyLine, passkeys } from '#contract/calls/passkeys.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import styles from './Passkeys.module.css'
import { ProofOrRecovery } from './ProofOrRecovery.tsx'
import { isWholeRecoveryCode } from './proofFields.ts'
import { RefusedProof } from './RefusedProof.tsx'

/** Confirms the removal of a passkey, with a proof that it is the person. */
export function RemovePasskeySheet({ passkey, onClose }: { passkey: PasskeyLine; onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const [recoveryCode, setRecoveryCode] = useState<string>()
  const remove = useWrite(passkeys.remove, { errors: 'inline' })
  const canRemove = recoveryCode === undefined ? isProven(user, proof) : isWholeRecoveryCode(recoveryCode)
  const { name } = passkey
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canRemove || remove.isPending) return
    remove.mutate(
      { body: { id: passkey.id, ...(recoveryCode === undefined ? givenOf(proof) : { recoveryCode }) } },
      {
        onSuccess: () => {
          onClose()
          toast(t`Passkey removed`, { tone: 'good' })
        },
        onError: () => setProof(({ googleCode: _, ...others }) => others),
      },
    )
  }
  return (
    <Sheet open onClose={onClose} title={t`Remove this passkey?`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          <Trans>
            <strong>{name}</strong> will no longer sign you in. New withdrawal addresses wait 24 hours. Delete it in your device's own list
            too.
          </Trans>
        </p>
        <ProofOrRecovery
          call={passkeys.remove}
          proof={proof}
          onProof={setProof}
          recoveryCode={recoveryCode}
          onRecoveryCode={setRecoveryCode}
          hasCodes={user?.passkeyStep === 1 || user?.googleBind === 1}
          error={remove.error}
        />
        <RefusedProof error={remove.error} />
        <Button type="submit" kind="danger" size="large" wide busy={remove.isPending} disabled={!canRemove}>
          <Trans>Remove</Trans>
        </Button>
        <Button kind="secondary" size="large" wide onClick={onClose}>
          <Trans>Keep</Trans>
        </Button>
      </form>
    </Sheet>
  )
}
