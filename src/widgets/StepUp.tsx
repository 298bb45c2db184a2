import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import type { WriteCall } from '#contract/call.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { arePasskeysHere } from '#device/passkeys.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { DigitsField } from './DigitsField.tsx'
import { usePasskeyProof } from './passkeyProof.ts'
import styles from './StepUp.module.css'
import { useIsOnline } from './StatusChips.tsx'

interface StepUpProps {
  /** The call that the proof is for: a passkey proves it for this one alone. */
  call: WriteCall
  proof: StepUpProof
  onChange: (proof: StepUpProof) => void
  /** Why the call did not happen; what is about a proof is shown under its field. */
  error?: ApiError | null | undefined
  /** The call wants the withdrawal password whatever else is given. */
  withSafePassword?: boolean
  /** The sixth digit of the last field arrived. */
  onFilled?: (() => void) | undefined
}

const totpKeys = ['TOTP_WRONG', 'TOTP_REPLAYED']
const safeKeys = ['SAFE_PASSWORD_WRONG']

/** Proves once more who it is, before what cannot be undone: a second factor, or the withdrawal password without one (product §1.1). */
export function StepUp({ call, proof, onChange, error, withSafePassword = false, onFilled }: StepUpProps) {
  const { t } = useLingui()
  const user = useUser()
  if (!user) return <Skeleton height={3} />
  const hasTotp = user.googleBind === 1
  const hasPasskey = user.passkeyCount > 0
  const asksSafePassword = withSafePassword || (!hasTotp && !hasPasskey)
  if (asksSafePassword && user.hasSafePassword === 0) return <SafePasswordFirst />
  const under = (keys: string[]) => (error && keys.includes(error.key) ? error.message : undefined)
  return (
    <div className={styles.group}>
      {asksSafePassword && (
        <DigitsField
          secret
          label={t`Withdrawal password`}
          value={proof.safePassword ?? ''}
          onChange={(safePassword) => onChange({ ...proof, safePassword })}
          enterKeyHint={hasTotp ? 'next' : 'done'}
          error={under(safeKeys)}
        />
      )}
      {(hasTotp || hasPasskey) && (
        <SecondFactor
          call={call}
          proof={proof}
          onChange={onChange}
          hasTotp={hasTotp}
          hasPasskey={hasPasskey}
          error={under(totpKeys)}
          onFilled={onFilled}
        />
      )}
    </div>
  )
}

function SafePasswordFirst() {
  return (
    <Card className={styles.first}>
      <p>
        <Trans>Set a withdrawal password first. It is asked for when money leaves your account.</Trans>
      </p>
      <ButtonLink to={path.changeWithdrawalPassword} kind="secondary" wide>
        <Trans>Set a withdrawal password</Trans>
      </ButtonLink>
    </Card>
  )
}

interface SecondFactorProps {
  call: WriteCall
  proof: StepUpProof
  onChange: (proof: StepUpProof) => void
  hasTotp: boolean
  hasPasskey: boolean
  error: string | undefined
  onFilled: (() => void) | undefined
}

function SecondFactor({ call, proof, onChange, hasTotp, hasPasskey, error, onFilled }: SecondFactorProps) {
  const { t } = useLingui()
  const [isByCode, setByCode] = useState(!hasPasskey || !arePasskeysHere())
  if (hasTotp && isByCode) {
    return (
      <>
        <DigitsField
          label={t`Authenticator code`}
          value={proof.googleCode ?? ''}
          onChange={(googleCode) => onChange({ ...proof, stepUpToken: undefined, googleCode })}
          onFilled={onFilled}
          error={error}
        />
        {hasPasskey && arePasskeysHere() && (
          <Button kind="quiet" wide onClick={() => setByCode(false)}>
            <Trans>Use a passkey instead</Trans>
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <ByPasskey
        call={call}
        token={proof.stepUpToken}
        onToken={(stepUpToken) => onChange({ ...proof, googleCode: undefined, stepUpToken })}
      />
      {hasTotp && proof.stepUpToken === undefined && (
        <Button kind="quiet" wide onClick={() => setByCode(true)}>
          <Trans>Use an authenticator code instead</Trans>
        </Button>
      )}
    </>
  )
}

function ByPasskey({ call, token, onToken }: { call: WriteCall; token: string | undefined; onToken: (token: string) => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const prove = usePasskeyProof(call.path)
  const reason = !arePasskeysHere() ? t`This browser, or this address, has no passkeys` : isOnline ? undefined : t`Needs a connection`
  if (token !== undefined) {
    return (
      <p role="status" className={styles.proven}>
        <Trans>Confirmed with your passkey</Trans>
      </p>
    )
  }
  return (
    <>
      <Button
        kind="secondary"
        wide
        busy={prove.isPending}
        disabled={reason !== undefined}
        reason={reason}
        onClick={() => prove.mutate(undefined, { onSuccess: onToken })}
      >
        <Trans>Confirm with a passkey</Trans>
      </Button>
      {prove.error && (
        <p role="alert" className={styles.error}>
          {prove.error instanceof ApiError ? prove.error.message : <Trans>The passkey was not used. Try again when you are ready.</Trans>}
        </p>
      )}
    </>
  )
}
