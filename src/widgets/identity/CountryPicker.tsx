import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLanguage } from '#i18n/i18n.ts'
import { joinClassNames } from '#ui/classes.ts'
import { CheckIcon, SearchIcon } from '#ui/icons/icons.tsx'
import { ChevronDownIcon } from '#ui/icons/moreIcons.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { findCountryByCode } from './countries.ts'
import { countryName, findCountries, countryFlagEmoji, supportsFlagEmoji, type NamedCountry } from './countryNames.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { FieldError } from '#ui/fields/FieldError.tsx'
import styles from './CountryPicker.module.css'

interface CountryPickerProps {
  /** ISO 3166-1 alpha-2; '' where none is chosen yet. */
  value: string
  onChange: (code: string) => void
}

/** A country of residence: a field that opens the searchable list. */
export function CountryPicker({
  value,
  onChange,
  label,
  hint,
  error,
}: CountryPickerProps & { label: string; hint?: string; error?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const { locale } = useLanguage()
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <Stack gap={1} className={styles.field}>
      <Text as="span" weight="medium" tone="muted" aria-hidden="true">
        {label}
      </Text>
      <button
        type="button"
        className={joinClassNames(styles.box, error && styles.wrong)}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        <span className="visuallyHidden">{label}: </span>
        {value === '' ? (
          <span className={styles.none}>
            <Trans>Choose</Trans>
          </span>
        ) : (
          <span>{countryName(value, locale)}</span>
        )}
        <ChevronDownIcon className={styles.chevron} />
      </button>
      {error && (
        <FieldError role="alert" id={`${id}-error`}>
          {error}
        </FieldError>
      )}
      {hint && (
        <Text id={`${id}-hint`} tone="quiet">
          {hint}
        </Text>
      )}
      <CountrySheet open={isOpen} onClose={() => setOpen(false)} title={label} value={value} onChange={onChange} />
    </Stack>
  )
}

/** The calling code before a phone number: 'US +1', opening the same list. */
export function AreaCodePicker({ value, onChange }: CountryPickerProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { locale } = useLanguage()
  const areaCode = findCountryByCode(value)?.areaCode ?? ''
  // What is seen is part of what is said.
  const name = `${countryName(value, locale)}, ${value}`
  return (
    <>
      <button
        type="button"
        className={styles.areaCode}
        aria-haspopup="dialog"
        aria-label={t`Calling code: ${name} +${areaCode}`}
        onClick={() => setOpen(true)}
      >
        <span>
          {value} +{areaCode}
        </span>
        <ChevronDownIcon width="1rem" height="1rem" />
      </button>
      <CountrySheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t`Country or region of your number`}
        value={value}
        onChange={onChange}
        showsAreaCode
      />
    </>
  )
}

interface CountrySheetProps extends CountryPickerProps {
  open: boolean
  onClose: () => void
  title: string
  showsAreaCode?: boolean
}

// Outside the form that it serves, so that Enter in the search field does not send the form.
function CountrySheet({ open, onClose, title, ...list }: CountrySheetProps) {
  const selectCountry = (code: string) => {
    list.onChange(code)
    onClose()
  }
  const sheet = (
    <BottomSheet open={open} onClose={onClose} title={title}>
      <CountryList {...list} onChange={selectCountry} />
    </BottomSheet>
  )
  return createPortal(sheet, document.body)
}

function CountryList({ value, onChange, showsAreaCode = false }: CountryPickerProps & { showsAreaCode?: boolean }) {
  const { t } = useLingui()
  const { locale } = useLanguage()
  const [searchText, setSearchText] = useState('')
  const found = findCountries(useDeferredValue(searchText), locale)
  const listed = showsAreaCode ? found : found.filter(({ code }) => !areaCodeOnly.has(code))
  return (
    <div className={styles.search}>
      <TextField
        label={showsAreaCode ? t`Search by name or calling code` : t`Search by name`}
        value={searchText}
        onChange={setSearchText}
        leading={<SearchIcon />}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {listed.length === 0 ? (
        <p className={styles.nothing}>
          <Trans>No country fits. Try its English name.</Trans>
        </p>
      ) : (
        <ul>
          {listed.map((country) => (
            <li key={country.code} className={styles.item}>
              <CountryRow
                country={country}
                isChosen={country.code === value}
                showsAreaCode={showsAreaCode}
                onChoose={() => onChange(country.code)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

// Dials a code of its own, but is no entry of ISO 3166-1, by which accounts are filed.
const areaCodeOnly = new Set(['XK'])

interface CountryRowProps {
  country: NamedCountry
  isChosen: boolean
  showsAreaCode: boolean
  onChoose: () => void
}

function CountryRow({ country, isChosen, showsAreaCode, onChoose }: CountryRowProps) {
  return (
    <button
      type="button"
      className={joinClassNames(styles.row, isChosen && 'tone-primary weight-strong')}
      aria-current={isChosen || undefined}
      onClick={onChoose}
    >
      {supportsFlagEmoji() && (
        <span className={styles.flag} aria-hidden="true">
          {countryFlagEmoji(country.code)}
        </span>
      )}
      <span className={styles.name}>{country.name}</span>
      {showsAreaCode && <span className={styles.digits}>+{country.areaCode}</span>}
      {isChosen && <CheckIcon />}
    </button>
  )
}
