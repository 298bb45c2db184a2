import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useWrite } from '#api/mutation.ts'
import type { User } from '#contract/calls/account.ts'
import { passkeys } from '#contract/calls/passkeys.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import styles from './Passkeys.module.css'
import { ProofOrRecovery } from './ProofOrRecovery.tsx'
import { isWholeRecoveryCode } from './proofFields.ts'
import { useIntent } from './useIntent.ts'

interface AskAtSignInSheetProps {
  user: User
  /** What is wanted: that a passkey is asked for at every sign-in, or no longer. */
  isOn: boolean
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}
import { RefusedProof } from './RefusedProof.tsx'

/** Turns the passkey as the second step on or off, with a proof that it is the person. */
export function AskAtSignInSheet({ user, isOn, onCodes, onClose }: AskAtSignInSheetProps) {
  const { t } = useLingui()
  const idFor = useIntent()
  const [proof, setProof] = useState<StepUpProof>({})
  const [recoveryCode, setRecoveryCode] = useState<string>()
  const ask = useWrite(passkeys.askAtSignIn, { errors: 'inline' })
  const isWhole = recoveryCode === undefined ? isProven(user, proof) : isWholeRecoveryCode(recoveryCode)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || ask.isPending) return
    const body = { isOn, ...(recoveryCode === undefined ? givenOf(proof) : { recoveryCode }) }
    ask.mutate(
      { body, requestId: idFor(body) },
      {
        onSuccess: ({ recoveryCodes }) => {
          onClose()
          toast(t`Saved`, { tone: 'good' })
          if (recoveryCodes.length > 0) onCodes(recoveryCodes)
        },
        onError: () => setProof(({ googleCode: _, ...others }) => others),
      },
    )
  }
  return (
    <Sheet open onClose={onClose} title={isOn ? t`Ask for a passkey at every sign-in?` : t`No longer ask for a passkey?`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          {isOn ? (
            <Trans>
              Whoever learns your password still cannot sign in without your passkey. All other devices are signed out, and you get recovery
              codes for the day your passkey is gone.
            </Trans>
          ) : (
            <Trans>All other devices are signed out, and new withdrawal addresses wait 72 hours.</Trans>
          )}
        </p>
        <ProofOrRecovery
          call={passkeys.askAtSignIn}
          proof={proof}
          onProof={setProof}
          recoveryCode={recoveryCode}
          onRecoveryCode={setRecoveryCode}
          hasCodes={!isOn}
          error={ask.error}
        />
        <RefusedProof error={ask.error} />
        <Button type="submit" size="large" wide busy={ask.isPending} disabled={!isWhole}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </Sheet>
  )
}
