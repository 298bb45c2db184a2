import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLanguage } from '#i18n/i18n.ts'
import { classes } from '#ui/classes.ts'
import { Check, Search, Warning } from '#ui/icons.tsx'
import { ChevronDown } from '#ui/moreIcons.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { countryName, countryOf, findCountries, flagOf, hasFlags, type NamedCountry } from './countries.ts'
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
    <div className={styles.field}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <button
        type="button"
        className={classes(styles.box, error && styles.wrong)}
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
        <ChevronDown className={styles.chevron} />
      </button>
      {error && (
        <p role="alert" id={`${id}-error`} className={styles.error}>
          <Warning className={styles.sign} />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <CountrySheet open={isOpen} onClose={() => setOpen(false)} title={label} value={value} onChange={onChange} />
    </div>
  )
}

/** The calling code before a phone number: 'US +1', opening the same list. */
export function AreaCodePicker({ value, onChange }: CountryPickerProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { locale } = useLanguage()
  const areaCode = countryOf(value)?.areaCode ?? ''
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
        <ChevronDown width="1rem" height="1rem" />
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
  const choose = (code: string) => {
    list.onChange(code)
    onClose()
  }
  const sheet = (
    <Sheet open={open} onClose={onClose} title={title}>
      <CountryList {...list} onChange={choose} />
    </Sheet>
  )
  return createPortal(sheet, document.body)
}

function CountryList({ value, onChange, showsAreaCode = false }: CountryPickerProps & { showsAreaCode?: boolean }) {
  const { t } = useLingui()
  const { locale } = useLanguage()
  const [wish, setWish] = useState('')
  const found = findCountries(useDeferredValue(wish), locale)
  const shown = showsAreaCode ? found : found.filter(({ code }) => !areaCodeOnly.has(code))
  return (
    <div className={styles.search}>
      <TextField
        label={showsAreaCode ? t`Search by name or calling code` : t`Search by name`}
        value={wish}
        onChange={setWish}
        leading={<Search />}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {shown.length === 0 ? (
        <p className={styles.nothing}>
          <Trans>No country fits. Try its English name.</Trans>
        </p>
      ) : (
        <ul>
          {shown.map((country) => (
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
      className={classes(styles.row, isChosen && styles.chosen)}
      aria-current={isChosen || undefined}
      onClick={onChoose}
    >
      {hasFlags() && (
        <span className={styles.flag} aria-hidden="true">
          {flagOf(country.code)}
        </span>
      )}
      <span className={styles.name}>{country.name}</span>
      {showsAreaCode && <span className={styles.digits}>+{country.areaCode}</span>}
      {isChosen && <Check />}
    </button>
  )
}
