import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type LinkedSignIn, signInMethods } from '#contract/calls/signInMethods.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import styles from './Passkeys.module.css'
import { RefusedProof } from './RefusedProof.tsx'

/** Confirms that a wallet or a service no longer signs in, with a proof that it is the person. */
export function UnlinkSheet({ linked, onClose }: { linked: LinkedSignIn; onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const unlink = useWrite(signInMethods.unlink, { errors: 'inline' })
  const canRemove = isProven(user, proof)
  const { account, kind, id } = linked
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canRemove || unlink.isPending) return
    unlink.mutate(
      { body: { kind, id, ...givenOf(proof) } },
      {
        onSuccess: () => {
          onClose()
          toast(t`Removed`, { tone: 'good' })
        },
        onError: () => setProof(({ googleCode: _, ...others }) => others),
      },
    )
  }
  return (
    <Sheet open onClose={onClose} title={t`Remove this way to sign in?`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          <Trans>
            <strong>{account}</strong> will no longer sign you in. New withdrawal addresses wait 24 hours.
          </Trans>
        </p>
        <StepUp call={signInMethods.unlink} proof={proof} onChange={setProof} error={unlink.error} />
        <RefusedProof error={unlink.error} />
        <Button type="submit" kind="danger" size="large" wide busy={unlink.isPending} disabled={!canRemove}>
          <Trans>Remove</Trans>
        </Button>
        <Button kind="secondary" size="large" wide onClick={onClose}>
          <Trans>Keep</Trans>
        </Button>
      </form>
    </Sheet>
  )
}
