import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { agreementVersion } from '#contract/constants.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { CountryPicker } from '#widgets/CountryPicker.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { Agreement } from './Agreement.tsx'
import { useDraft } from './draft.ts'
import { isInviteCode } from './inviteCode.ts'
import { InviteField } from './InviteField.tsx'
import { emptyDraft } from './register.ts'
import styles from './SignIn.module.css'
import { useFaultWords } from './useFaultWords.ts'

/** What somebody new says before an account is opened. */
export interface Joining {
  agree: true
  agreementVersion: string
  birthYearOk: true
  country: string
  inviteCode?: string
  lang: ReturnType<typeof currentLanguage>['code']
}

interface JoinStepProps {
  isBusy: boolean
  /** Why it was refused, in words. */
  error: string | undefined
  onJoin: (joining: Joining) => void
}

/** The agreement, for somebody whom a wallet or another service brought and who has no account yet. */
export function JoinStep({ isBusy, error, onJoin }: JoinStepProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const [country, setCountry] = useState('')
  const [isAdult, setAdult] = useState(false)
  const [agrees, setAgrees] = useState(false)
  const [isTried, setTried] = useState(false)
  // The invitation whose link was followed, wherever the account is opened in the end.
  const [{ inviteCode, linkedCode }, keep] = useDraft('register', emptyDraft)
  const isCodeWrong = isTried && inviteCode !== '' && !isInviteCode(inviteCode)
  const faultWords = useFaultWords()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (country === '' || !isAdult || !agrees || (inviteCode !== '' && !isInviteCode(inviteCode))) return
    onJoin({
      agree: true,
      agreementVersion,
      birthYearOk: true,
      country,
      ...(inviteCode !== '' && { inviteCode }),
      lang: currentLanguage().code,
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        <Trans>You have no account here yet. Opening one takes these three answers.</Trans>
      </p>
      <CountryPicker
        label={t`Country of residence`}
        value={country}
        onChange={setCountry}
        error={isTried && country === '' ? t`Choose the country you live in.` : undefined}
      />
      <InviteField
        value={inviteCode}
        onChange={(code) => keep({ inviteCode: code })}
        isLinked={inviteCode !== '' && inviteCode === linkedCode}
        error={isCodeWrong ? faultWords({ field: 'inviteCode' }) : undefined}
      />
      <Agreement />
      <div>
        <Checkbox
          label={t`I am 18 or older`}
          checked={isAdult}
          onChange={setAdult}
          error={isTried && !isAdult ? t`Accounts are for adults only.` : undefined}
        />
        <Checkbox
          label={t`I have read and accept the user agreement`}
          checked={agrees}
          onChange={setAgrees}
          error={isTried && !agrees ? t`Without it no account can be opened.` : undefined}
        />
      </div>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button type="submit" size="large" wide busy={isBusy} disabled={!isOnline} reason={isOnline ? undefined : t`Needs a connection`}>
        <Trans>Create account</Trans>
      </Button>
    </form>
  )
}
