import { useLingui } from '@lingui/react/macro'
import { TextField } from '#ui/TextField.tsx'
import { AreaCodePicker } from '#widgets/CountryPicker.tsx'
import { countries, countryOf, defaultCountry } from '#widgets/countries.ts'
import { type AccountName, looksLike, readAccount } from './accountName.ts'

/** What the account field holds; `country` gives the calling code of a mobile number. */
export interface AccountFields {
  text: string
  country: string
  isUid: boolean
}

const areaCodes = countries.map(({ areaCode }) => areaCode)

/** The account that the fields name, or undefined while they name none. */
export function readFields({ text, country, isUid }: AccountFields): AccountName | undefined {
  if (isUid) return /^[1-9]\d{7}$/.test(text.trim()) ? { kind: 'uid', uid: text.trim() } : undefined
  return readAccount(text, (countryOf(country) ?? defaultCountry).areaCode, areaCodes)
}

interface AccountFieldProps {
  fields: AccountFields
  onChange: (change: Partial<AccountFields>) => void
  /** Without one the field tells an email address from a mobile number by what is typed. */
  only?: 'email' | 'phone'
  error?: string | undefined
  hint?: string
}

/** One field for an email address, a mobile number (the calling code appears) or an account number. */
export function AccountField({ fields, onChange, only, error, hint }: AccountFieldProps) {
  const { t } = useLingui()
  const kind = fields.isUid ? 'uid' : (only ?? looksLike(fields.text))
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
      leading={kind === 'phone' ? <AreaCodePicker value={fields.country} onChange={(country) => onChange({ country })} /> : undefined}
    />
  )
}
