import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { withWords } from '#i18n/i18n.ts'
import { TextField } from '#ui/fields/TextField.tsx'
import { countries, findCountryByCode, defaultCountry } from '#widgets/identity/countries.ts'
import { type AccountIdentifier, guessAccountIdentifierKind, parseAccountIdentifier } from './accountName.ts'

// Only a mobile number has one.
const AreaCodePicker = lazy(() =>
  withWords('login.more', () => import('#widgets/identity/CountryPicker.tsx')).then((module) => ({ default: module.AreaCodePicker })),
)

/** What the account field holds; `country` gives the calling code of a mobile number. */
export interface SignInAccountFields {
  text: string
  country: string
  isUid: boolean
}

const areaCodes = countries.map(({ areaCode }) => areaCode)

/** The account that the fields name, or undefined while they name none. */
export function parseSignInAccountFields({ text, country, isUid }: SignInAccountFields): AccountIdentifier | undefined {
  if (isUid) return /^[1-9]\d{7}$/.test(text.trim()) ? { kind: 'uid', uid: text.trim() } : undefined
  return parseAccountIdentifier(text, (findCountryByCode(country) ?? defaultCountry).areaCode, areaCodes)
}

interface SignInAccountFieldProps {
  fields: SignInAccountFields
  onChange: (change: Partial<SignInAccountFields>) => void
  /** Without one the field tells an email address from a mobile number by what is typed. */
  only?: 'email' | 'phone'
  error?: string | undefined
  hint?: string
}

/** One field for an email address, a mobile number (the calling code appears) or an account number. */
export function SignInAccountField({ fields, onChange, only, error, hint }: SignInAccountFieldProps) {
  const { t } = useLingui()
  const kind = fields.isUid ? 'uid' : (only ?? guessAccountIdentifierKind(fields.text))
  const labels = { uid: t`Account number`, email: t`Email`, phone: t`Mobile number` }
  return (
    <TextField
      label={fields.isUid ? labels.uid : only ? labels[only] : t`Email or mobile number`}
      value={fields.text}
      onChange={(text) => onChange({ text })}
      type={only === 'phone' ? 'tel' : only === 'email' ? 'email' : 'text'}
      inputMode={kind === 'uid' ? 'numeric' : only === 'phone' ? 'tel' : 'email'}
      autoComplete={only === 'phone' ? 'tel-national' : only === 'email' ? 'email' : 'username webauthn'}
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      error={error}
      hint={hint}
      leading={
        kind === 'phone' ? (
          <Suspense>
            <AreaCodePicker value={fields.country} onChange={(country) => onChange({ country })} />
          </Suspense>
        ) : undefined
      }
    />
  )
}
