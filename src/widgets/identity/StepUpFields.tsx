import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import type { PostCall } from '#contract/call.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { arePasskeysSupported } from '#device/passkeys.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { SixDigitField } from './SixDigitField.tsx'
import { usePasskeyProof } from './passkeyProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './StepUpFields.module.css'
import { useIsOnline } from '../ScreenStatusChips.tsx'

interface StepUpFieldsProps {
  /** The call that the proof is for: a passkey proves it for this one alone. */
  call: PostCall
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

/** Proves once more who it is, before what cannot be undone: a second factor, or the withdrawal password without one (docs/rules/wire.md). */
export function StepUpFields({ call, proof, onChange, error, withSafePassword = false, onFilled }: StepUpFieldsProps) {
  const { t } = useLingui()
  const user = useUser()
  if (!user) return <Skeleton height={3} />
  const hasTotp = user.googleBind === 1
  const hasPasskey = user.passkeyCount > 0
  const asksSafePassword = withSafePassword || (!hasTotp && !hasPasskey)
  if (asksSafePassword && user.hasSafePassword === 0) return <SetSafePasswordFirstNotice />
  const errorFor = (keys: string[]) => (error && keys.includes(error.key) ? error.message : undefined)
  return (
    <Stack gap={3}>
      {asksSafePassword && (
        <SixDigitField
          secret
          label={t`Withdrawal password`}
          value={proof.safePassword ?? ''}
          onChange={(safePassword) => onChange({ ...proof, safePassword })}
          enterKeyHint={hasTotp ? 'next' : 'done'}
          error={errorFor(safeKeys)}
        />
      )}
      {(hasTotp || hasPasskey) && (
        <SecondFactor
          call={call}
          proof={proof}
          onChange={onChange}
          hasTotp={hasTotp}
          hasPasskey={hasPasskey}
          error={errorFor(totpKeys)}
          onFilled={onFilled}
        />
      )}
    </Stack>
  )
}

function SetSafePasswordFirstNotice() {
  return (
    <Stack as={Card} gap={3}>
      <p>
        <Trans>Set a withdrawal password first. It is asked for when money leaves your account.</Trans>
      </p>
      <ButtonLink to={path.changeWithdrawalPassword} kind="secondary" wide>
        <Trans>Set a withdrawal password</Trans>
      </ButtonLink>
    </Stack>
  )
}

interface SecondFactorProps {
  call: PostCall
  proof: StepUpProof
  onChange: (proof: StepUpProof) => void
  hasTotp: boolean
  hasPasskey: boolean
  error: string | undefined
  onFilled: (() => void) | undefined
}

function SecondFactor({ call, proof, onChange, hasTotp, hasPasskey, error, onFilled }: SecondFactorProps) {
  const { t } = useLingui()
  const [isCodeChosen, setCodeChosen] = useState(!hasPasskey || !arePasskeysSupported())
  if (hasTotp && isCodeChosen) {
    return (
      <>
        <SixDigitField
          label={t`Authenticator code`}
          value={proof.googleCode ?? ''}
          onChange={(googleCode) => onChange({ ...proof, stepUpToken: undefined, googleCode })}
          onFilled={onFilled}
          error={error}
        />
        {hasPasskey && arePasskeysSupported() && (
          <Button kind="quiet" wide onClick={() => setCodeChosen(false)}>
            <Trans>Use a passkey instead</Trans>
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <PasskeyProof
        call={call}
        token={proof.stepUpToken}
        onToken={(stepUpToken) => onChange({ ...proof, googleCode: undefined, stepUpToken })}
      />
      {hasTotp && proof.stepUpToken === undefined && (
        <Button kind="quiet" wide onClick={() => setCodeChosen(true)}>
          <Trans>Use an authenticator code instead</Trans>
        </Button>
      )}
    </>
  )
}

function PasskeyProof({ call, token, onToken }: { call: PostCall; token: string | undefined; onToken: (token: string) => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const proveWithPasskey = usePasskeyProof(call.path)
  const reason = !arePasskeysSupported() ? t`This browser, or this address, has no passkeys` : isOnline ? undefined : t`Needs a connection`
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
        busy={proveWithPasskey.isPending}
        disabled={reason !== undefined}
        reason={reason}
        onClick={() => proveWithPasskey.mutate(undefined, { onSuccess: onToken })}
      >
        <Trans>Confirm with a passkey</Trans>
      </Button>
      {proveWithPasskey.error && (
        <Text role="alert" weight="medium" tone="error">
          {proveWithPasskey.error instanceof ApiError ? (
            proveWithPasskey.error.message
          ) : (
            <Trans>The passkey was not used. Try again when you are ready.</Trans>
          )}
        </Text>
      )}
    </>
  )
}
