import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { profile } from '#contract/calls/profile.ts'
import { productCountriesArticleId } from '#contract/constants.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { countryName } from './countryNames.ts'
import { CountryPicker } from './CountryPicker.tsx'
import { ErrorMessage } from '../form/ErrorMessage.tsx'
import styles from './CountryRestrictionNotice.module.css'

interface CountryRestrictionNoticeProps {
  /** Where what one has of it already is kept. */
  ownOrders?: string | undefined
}

/** In place of what is not offered where somebody lives: the country, the reason, and the rules (docs/rules/countries.md). */
export function CountryRestrictionNotice({ ownOrders }: CountryRestrictionNoticeProps) {
  const { t } = useLingui()
  const { locale } = useLanguage()
  const country = useUser()?.regionCountry ?? ''
  const place = countryName(country === '' ? 'ZZ' : country, locale)
  return (
    <EmptyState
      text={
        <>
          <strong className={styles.title}>{country === '' ? t`Which country do you live in?` : t`Not available in ${place}`}</strong>
          {country === '' ? (
            <Trans>It decides what is offered to you. Until it is known, the strictest rules of all countries count.</Trans>
          ) : (
            <Trans>The rules there decide this, not your account. What you have open can always be closed and repaid.</Trans>
          )}
        </>
      }
      action={
        <div className={styles.actions}>
          {country === '' && <GuestCountryPrompt />}
          <ButtonLink to={path.article} search={{ id: productCountriesArticleId }} kind="secondary" wide>
            <Trans>Where products are offered</Trans>
          </ButtonLink>
          {ownOrders !== undefined && (
            <ButtonLink to={ownOrders} kind="quiet" wide>
              <Trans>What I have of it</Trans>
            </ButtonLink>
          )}
        </div>
      }
    />
  )
}

/** Asks a guest for their country, which is said once; nothing for a visitor, who has no account that could keep it. */
export function GuestCountryPrompt() {
  const { t } = useLingui()
  const user = useUser()
  const [chosen, setChosen] = useState('')
  const declare = useApiWrite(profile.declareCountry, { errors: 'inline' })
  if (!user || user.regionCountry !== '') return null
  return (
    <div className={styles.residence}>
      <CountryPicker
        label={t`Country of residence`}
        hint={t`You can set it once. An identity check confirms it later.`}
        value={chosen}
        onChange={setChosen}
      />
      <ErrorMessage failure={declare.error} />
      <Button
        wide
        busy={declare.isPending}
        disabled={chosen === ''}
        reason={t`Choose the country you live in.`}
        onClick={() => declare.mutate({ body: { country: chosen } })}
      >
        <Trans>Save</Trans>
      </Button>
    </div>
  )
}
