import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { phraseLength, profile } from '#contract/calls/profile.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { useWrite } from '#api/mutation.ts'
import { meQuery } from '#api/person.ts'
import { useConnection } from '#api/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import styles from './Profile.module.css'
import { useFailureWords } from './useFailureWords.ts'

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
        <FailedRead title={t`Your profile did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
    </ScreenLayout>
  )
}

function Form({ user }: { user: User }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const words = useFailureWords()
  const [phrase, setPhrase] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const [isTried, setTried] = useState(false)
  const save = useWrite(profile.savePhrase, { errors: 'inline' })
  const { least, most } = phraseLength
  const length = [...phrase.trim()].length
  const isWrong = length < least || length > most
  const rule = t`${least} to ${most} characters. Take words that nobody would guess, and no password.`
  const shown = user.mailPhrase ?? ''
  const put = (next: string) => {
    const done = () => {
      setPhrase('')
      setProof({})
      setTried(false)
      toast(next === '' ? t`The phrase was removed` : t`Saved`, { tone: 'good' })
    }
    save.mutate({ body: { phrase: next, ...proof } }, { onSuccess: done })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWrong) put(phrase)
  }
  const isUnderStepUp = ['TOTP_WRONG', 'TOTP_REPLAYED', 'SAFE_PASSWORD_WRONG'].includes(save.error?.key ?? '')
  // Without any the way to set one is shown in its place.
  const canProve = user.googleBind === 1 || user.passkeyCount > 0 || user.hasSafePassword === 1
  const offline = { disabled: isOffline, reason: isOffline ? t`Needs a connection` : undefined }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        <Trans>Every mail from us carries your phrase. A mail that asks for anything and does not have it is not from us.</Trans>
      </p>
      {user.email === undefined && (
        <p className={styles.notice}>
          <Trans>You have no email yet, so no mail comes from us. The phrase is kept for when you add one.</Trans>
        </p>
      )}
      <Card>
        <p className={styles.label}>
          <Trans>Your phrase now</Trans>
        </p>
        <p className={styles.nickname}>{shown === '' ? <Trans>None yet</Trans> : shown}</p>
      </Card>
      {canProve && (
        <TextField
          label={shown === '' ? t`Your phrase` : t`New phrase`}
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
      <StepUp
        call={profile.savePhrase}
        proof={proof}
        onChange={(next) => {
          save.reset()
          setProof(next)
        }}
        error={save.error}
      />
      {save.error && !isUnderStepUp && save.error.detail['field'] !== 'phrase' && (
        <p role="alert" className={styles.error}>
          {words(save.error)}
        </p>
      )}
      {canProve && (
        <Button type="submit" size="large" wide busy={save.isPending} {...offline}>
          <Trans>Save the phrase</Trans>
        </Button>
      )}
      {shown !== '' && canProve && (
        <Button kind="quiet" wide disabled={isOffline || save.isPending} onClick={() => put('')}>
          <Trans>Remove the phrase</Trans>
        </Button>
      )}
    </form>
  )
}
