import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { serverNow } from '#api/serverClock.ts'
import type { User } from '#contract/calls/account.ts'
import { profile } from '#contract/calls/profile.ts'
import { useApiWrite } from '#api/mutation.ts'
import { meQuery } from '#api/person.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { AreaCodePicker, CountryPicker } from '#widgets/identity/CountryPicker.tsx'
import { countries, findCountryByCode, defaultCountry } from '#widgets/identity/countries.ts'
import { countryName } from '#widgets/identity/countryNames.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useLanguage } from '#i18n/i18n.ts'
import {
  type PersonalDetailsDraft,
  findPersonalDetailsError,
  personalDetailsDraftOfUser,
  type PersonalDetailsField,
} from './personalDetails.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './Profile.module.css'
import { usePersonalDetailsErrorMessages } from './usePersonalDetailsErrorMessages.ts'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

export const Route = createFileRoute('/_signedIn/personal-info')({ component: PersonalInfo })

const formId = 'personal'

/** Name, birthday, where one lives and how one is reached. What was verified is shown and stays (docs/rules/verification.md). */
function PersonalInfo() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(meQuery())
  return data ? (
    <Form user={data} />
  ) : (
    <ScreenLayout title={t`Personal information`} back={path.profile}>
      {error ? (
        <LoadErrorState title={t`Your profile did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

function Form({ user }: { user: User }) {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const failure = useApiErrorMessages()
  const words = usePersonalDetailsErrorMessages()
  const [details, setDetails] = useState<PersonalDetailsDraft>(() => personalDetailsDraftOfUser(user))
  const [dialCountry, setDialCountry] = useState(() => dialCountryOf(user))
  const [isTried, setTried] = useState(false)
  const save = useApiWrite(profile.savePersonal, { errors: 'inline' })
  const isVerified = user.kycStatus > 0 && Boolean(user.personal)
  const validationError = isTried ? findPersonalDetailsError(details, serverNow()) : undefined
  const refusedField = save.error?.detail['field']
  const change = (next: Partial<PersonalDetailsDraft>) => {
    save.reset()
    setDetails((now) => ({ ...now, ...next }))
  }
  const errorOf = (field: PersonalDetailsField): string | undefined =>
    validationError?.field === field ? words(validationError) : refusedField === field ? failure(save.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const firstError = findPersonalDetailsError(details, serverNow())
    if (firstError) return document.getElementById(`personal-${firstError.field}`)?.scrollIntoView({ block: 'center' })
    const { gender, ...otherDetails } = details
    if (gender === 0) return
    const areaCode = findCountryByCode(dialCountry)?.areaCode ?? defaultCountry.areaCode
    const body = { ...otherDetails, gender, areaCode, phone: details.phone.replace(/\D/g, '') }
    save.mutate({ body }, { onSuccess: () => showToast(t`Saved`, { tone: 'good' }) })
  }
  return (
    <ScreenLayout
      title={t`Personal information`}
      back={path.profile}
      bottom={
        <Button
          type="submit"
          form={formId}
          size="large"
          wide
          busy={save.isPending}
          disabled={isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
        >
          <Trans>Save</Trans>
        </Button>
      }
    >
      <Stack as="form" id={formId} gap={4} onSubmit={submit} noValidate>
        {isVerified ? (
          <Notice tone="info">
            <Trans>Your identity is verified. Only the address and the phone can change.</Trans>
          </Notice>
        ) : (
          <Text tone="quiet">
            <Trans>As it stands in your identity document. Only you and whoever verifies you see it.</Trans>
          </Text>
        )}
        {isVerified ? <Verified details={details} /> : <Identity details={details} change={change} errorOf={errorOf} />}
        <div id="personal-address">
          <TextField
            label={t({ message: 'Address', context: 'of a home' })}
            value={details.address}
            onChange={(address) => change({ address })}
            autoComplete="street-address"
            hint={t`Street, number, postcode and town`}
            error={errorOf('address')}
          />
        </div>
        <div id="personal-phone">
          <TextField
            label={t`Phone`}
            value={details.phone}
            onChange={(phone) => change({ phone })}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            leading={<AreaCodePicker value={dialCountry} onChange={setDialCountry} />}
            error={errorOf('phone')}
          />
        </div>
        {save.error && refusedField === undefined && (
          <Text role="alert" weight="medium" tone="error">
            {failure(save.error)}
          </Text>
        )}
      </Stack>
    </ScreenLayout>
  )
}

interface IdentityProps {
  details: PersonalDetailsDraft
  change: (next: Partial<PersonalDetailsDraft>) => void
  errorOf: (field: PersonalDetailsField) => string | undefined
}

function Identity({ details, change, errorOf }: IdentityProps) {
  const { t } = useLingui()
  const genderError = errorOf('gender')
  return (
    <>
      <div className={styles.pair}>
        <div id="personal-surname">
          <TextField
            label={t`Surname`}
            value={details.surname}
            onChange={(surname) => change({ surname })}
            autoComplete="family-name"
            error={errorOf('surname')}
          />
        </div>
        <div id="personal-firstName">
          <TextField
            label={t`First name`}
            value={details.firstName}
            onChange={(firstName) => change({ firstName })}
            autoComplete="given-name"
            error={errorOf('firstName')}
          />
        </div>
      </div>
      <Stack id="personal-gender" gap={2}>
        <Text as="span" weight="medium" tone="muted" aria-hidden="true">
          <Trans>Gender</Trans>
        </Text>
        <SegmentedControl
          label={t`Gender`}
          value={String(details.gender)}
          onChange={(gender) => change({ gender: gender === '1' ? 1 : 2 })}
          options={[
            { value: '1', label: t`Male` },
            { value: '2', label: t`Female` },
          ]}
        />
        {genderError && (
          <Text role="alert" weight="medium" tone="error">
            {genderError}
          </Text>
        )}
      </Stack>
      <div id="personal-birthday">
        <TextField
          label={t`Birthday`}
          type="date"
          value={details.birthday}
          onChange={(birthday) => change({ birthday })}
          autoComplete="bday"
          error={errorOf('birthday')}
        />
      </div>
      <div id="personal-country">
        <CountryPicker label={t`Country`} value={details.country} onChange={(country) => change({ country })} error={errorOf('country')} />
      </div>
    </>
  )
}

function Verified({ details }: { details: PersonalDetailsDraft }) {
  const { t } = useLingui()
  const { locale } = useLanguage()
  const { surname, firstName, gender, birthday, country } = details
  const rows: [string, string][] = [
    [t`Surname`, surname],
    [t`First name`, firstName],
    [t`Gender`, gender === 1 ? t`Male` : t`Female`],
    [t`Birthday`, birthday],
    [t`Country`, countryName(country, locale)],
  ]
  return (
    <>
      {rows.map(([label, value]) => (
        <TextField key={label} label={label} value={value} onChange={() => undefined} readOnly />
      ))}
    </>
  )
}

/** The country whose calling code is shown: the person's own where it fits. */
function dialCountryOf({ personal, country }: User): string {
  if (!personal) return findCountryByCode(country)?.code ?? defaultCountry.code
  const matchingCountries = countries.filter(({ areaCode }) => areaCode === personal.areaCode)
  return (matchingCountries.find(({ code }) => code === personal.country) ?? matchingCountries[0] ?? defaultCountry).code
}
