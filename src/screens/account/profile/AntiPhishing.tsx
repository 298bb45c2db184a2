import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { antiPhishingPhraseLengthRange, profile } from '#contract/calls/profile.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { useApiWrite } from '#api/mutation.ts'
import { meQuery } from '#api/person.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './Profile.module.css'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

export const Route = createFileRoute('/_signedIn/anti-phishing')({ component: AntiPhishing })

/** A phrase that only this person and the server know: every mail of ours repeats it. */
function AntiPhishing() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(meQuery())
  return (
    <ScreenLayout title={t`Anti-phishing phrase`} back={path.profile}>
      {data ? (
        <Form user={data} />
      ) : error ? (
        <LoadErrorState title={t`Your profile did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
    </ScreenLayout>
  )
}

function Form({ user }: { user: User }) {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const words = useApiErrorMessages()
  const [phrase, setPhrase] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const [isTried, setTried] = useState(false)
  const save = useApiWrite(profile.savePhrase, { errors: 'inline' })
  const { least, most } = antiPhishingPhraseLengthRange
  const length = [...phrase.trim()].length
  const isWrong = length < least || length > most
  const rule = t`${least} to ${most} characters. Take words that nobody would guess, and no password.`
  const currentPhrase = user.mailPhrase ?? ''
  const savePhrase = (next: string) => {
    const done = () => {
      setPhrase('')
      setProof({})
      setTried(false)
      showToast(next === '' ? t`The phrase was removed` : t`Saved`, { tone: 'good' })
    }
    save.mutate({ body: { phrase: next, ...proof } }, { onSuccess: done })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWrong) savePhrase(phrase)
  }
  const isUnderStepUp = ['TOTP_WRONG', 'TOTP_REPLAYED', 'SAFE_PASSWORD_WRONG'].includes(save.error?.key ?? '')
  // Without any the way to set one is shown in its place.
  const canProve = user.googleBind === 1 || user.passkeyCount > 0 || user.hasSafePassword === 1
  const offline = { disabled: isOffline, reason: isOffline ? t`Needs a connection` : undefined }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <p>
        <Trans>Every mail from us carries your phrase. A mail that asks for anything and does not have it is not from us.</Trans>
      </p>
      {user.email === undefined && (
        <Notice tone="info">
          <Trans>You have no email yet, so no mail comes from us. The phrase is kept for when you add one.</Trans>
        </Notice>
      )}
      <Card>
        <Text weight="medium" tone="muted">
          <Trans>Your phrase now</Trans>
        </Text>
        <Text size="h2" weight="strong" className={styles.nickname}>
          {currentPhrase === '' ? <Trans>None yet</Trans> : currentPhrase}
        </Text>
      </Card>
      {canProve && (
        <TextField
          label={currentPhrase === '' ? t`Your phrase` : t`New phrase`}
          value={phrase}
          onChange={(next) => {
            save.reset()
            setPhrase(next)
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={rule}
          error={isTried && isWrong ? rule : save.error?.detail['field'] === 'phrase' ? rule : undefined}
        />
      )}
      <StepUpFields
        call={profile.savePhrase}
        proof={proof}
        onChange={(next) => {
          save.reset()
          setProof(next)
        }}
        error={save.error}
      />
      {save.error && !isUnderStepUp && save.error.detail['field'] !== 'phrase' && (
        <Text role="alert" weight="medium" tone="error">
          {words(save.error)}
        </Text>
      )}
      {canProve && (
        <Button type="submit" size="large" wide busy={save.isPending} {...offline}>
          <Trans>Save the phrase</Trans>
        </Button>
      )}
      {currentPhrase !== '' && canProve && (
        <Button kind="quiet" wide disabled={isOffline || save.isPending} onClick={() => savePhrase('')}>
          <Trans>Remove the phrase</Trans>
        </Button>
      )}
    </Stack>
  )
}
