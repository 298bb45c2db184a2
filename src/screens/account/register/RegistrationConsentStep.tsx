import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { userAgreementVersion } from '#contract/constants.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { CountryPicker } from '#widgets/identity/CountryPicker.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { RegistrationAgreementCard } from './RegistrationAgreementCard.tsx'
import { useFormDraft } from '../signIn/useFormDraft.ts'
import { isInviteCode } from './inviteCode.ts'
import { InviteField } from './InviteField.tsx'
import { emptyRegisterDraft } from './register.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useRegisterFormErrorMessages } from '../password/useRegisterFormErrorMessages.ts'

/** What somebody new says before an account is opened. */
export interface RegistrationConsent {
  agree: true
  agreementVersion: string
  birthYearOk: true
  country: string
  inviteCode?: string
  lang: ReturnType<typeof currentLanguage>['code']
}

interface RegistrationConsentStepProps {
  isBusy: boolean
  /** Why it was refused, in words. */
  error: string | undefined
  onJoin: (joining: RegistrationConsent) => void
}

/** The agreement, for somebody whom a wallet or another service brought and who has no account yet. */
export function RegistrationConsentStep({ isBusy, error, onJoin }: RegistrationConsentStepProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const [country, setCountry] = useState('')
  const [isAdult, setAdult] = useState(false)
  const [agrees, setAgrees] = useState(false)
  const [isTried, setTried] = useState(false)
  // The invitation whose link was followed, wherever the account is opened in the end.
  const [{ inviteCode, linkedCode }, changeDraft] = useFormDraft('register', emptyRegisterDraft)
  const isCodeWrong = isTried && inviteCode !== '' && !isInviteCode(inviteCode)
  const errorMessages = useRegisterFormErrorMessages()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (country === '' || !isAdult || !agrees || (inviteCode !== '' && !isInviteCode(inviteCode))) return
    onJoin({
      agree: true,
      agreementVersion: userAgreementVersion,
      birthYearOk: true,
      country,
      ...(inviteCode !== '' && { inviteCode }),
      lang: currentLanguage().code,
    })
  }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
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
        onChange={(code) => changeDraft({ inviteCode: code })}
        isLinked={inviteCode !== '' && inviteCode === linkedCode}
        error={isCodeWrong ? errorMessages({ field: 'inviteCode' }) : undefined}
      />
      <RegistrationAgreementCard />
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
        <Text role="alert" weight="medium" tone="error">
          {error}
        </Text>
      )}
      <Button type="submit" size="large" wide busy={isBusy} disabled={!isOnline} reason={isOnline ? undefined : t`Needs a connection`}>
        <Trans>Create account</Trans>
      </Button>
    </Stack>
  )
}
