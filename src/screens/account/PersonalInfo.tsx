import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { profile } from '#contract/calls/profile.ts'
import { useWrite } from '#api/mutation.ts'
import { meQuery } from '#api/person.ts'
import { useConnection } from '#api/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { AreaCodePicker, CountryPicker } from '#widgets/CountryPicker.tsx'
import { countries, countryName, countryOf, defaultCountry } from '#widgets/countries.ts'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useLanguage } from '#i18n/i18n.ts'
import { type Details, detailsFault, detailsOf, type DetailsField } from './details.ts'
import styles from './Profile.module.css'
import { useDetailsWords } from './useDetailsWords.ts'
import { useFailureWords } from './useFailureWords.ts'

export const Route = createFileRoute('/_signedIn/personal-info')({ component: PersonalInfo })

const formId = 'personal'

/** Name, birthday, where one lives and how one is reached (product §1.2 call 14). What was verified is shown and stays. */
function PersonalInfo() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useQuery(meQuery())
  return data ? (
    <Form user={data} />
  ) : (
    <ScreenLayout title={t`Personal information`} back={path.profile}>
      {error ? (
        <FailedRead title={t`Your profile did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

function Form({ user }: { user: User }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const failure = useFailureWords()
  const words = useDetailsWords()
  const [details, setDetails] = useState<Details>(() => detailsOf(user))
  const [dialled, setDialled] = useState(() => dialOf(user))
  const [isTried, setTried] = useState(false)
  const save = useWrite(profile.savePersonal, { errors: 'inline' })
  const isVerified = user.kycStatus > 0 && Boolean(user.personal)
  const fault = isTried ? detailsFault(details, Date.now()) : undefined
  const refused = save.error?.detail['field']
  const change = (next: Partial<Details>) => {
    save.reset()
    setDetails((now) => ({ ...now, ...next }))
  }
  const errorOf = (field: DetailsField): string | undefined =>
    fault?.field === field ? words(fault) : refused === field ? failure(save.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = detailsFault(details, Date.now())
    if (first) return document.getElementById(`personal-${first.field}`)?.scrollIntoView({ block: 'center' })
    const { gender, ...rest } = details
    if (gender === 0) return
    const areaCode = countryOf(dialled)?.areaCode ?? defaultCountry.areaCode
    const body = { ...rest, gender, areaCode, phone: details.phone.replace(/\D/g, '') }
    save.mutate({ body }, { onSuccess: () => toast(t`Saved`, { tone: 'good' }) })
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
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {isVerified ? (
          <p className={styles.notice}>
            <Trans>Your identity is verified. Only the address and the phone can change.</Trans>
          </p>
        ) : (
          <p className={styles.quiet}>
            <Trans>As it stands in your identity document. Only you and whoever verifies you see it.</Trans>
          </p>
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
            leading={<AreaCodePicker value={dialled} onChange={setDialled} />}
            error={errorOf('phone')}
          />
        </div>
        {save.error && refused === undefined && (
          <p role="alert" className={styles.error}>
            {failure(save.error)}
          </p>
        )}
      </form>
    </ScreenLayout>
  )
}

interface IdentityProps {
  details: Details
  change: (next: Partial<Details>) => void
  errorOf: (field: DetailsField) => string | undefined
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
      <div id="personal-gender" className={styles.group}>
        <span className={styles.label} aria-hidden="true">
          <Trans>Gender</Trans>
        </span>
        <Segments
          label={t`Gender`}
          value={String(details.gender)}
          onChange={(gender) => change({ gender: gender === '1' ? 1 : 2 })}
          options={[
            { value: '1', label: t`Male` },
            { value: '2', label: t`Female` },
          ]}
        />
        {genderError && (
          <p role="alert" className={styles.error}>
            {genderError}
          </p>
        )}
      </div>
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

function Verified({ details }: { details: Details }) {
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
function dialOf({ personal, country }: User): string {
  if (!personal) return countryOf(country)?.code ?? defaultCountry.code
  const fits = countries.filter(({ areaCode }) => areaCode === personal.areaCode)
  return (fits.find(({ code }) => code === personal.country) ?? fits[0] ?? defaultCountry).code
}
