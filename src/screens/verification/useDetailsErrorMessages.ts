import { useLingui } from '@lingui/react/macro'
import type { VerificationDetailsFieldError } from './detailsErrors.ts'

/** What is wrong with a field, as something to do. */
export function useVerificationDetailsErrorMessages(): Record<VerificationDetailsFieldError, string> {
  const { t } = useLingui()
  return {
    missing: t`Please fill this in`,
    underage: t`You must be 18 or older`,
    expired: t`This document is no longer valid. Please use another.`,
    number: t`4 to 30 letters and figures, as printed`,
    date: t`Please check this date`,
  }
}

/** The fields of both forms by name, for the list of what to change. */
export function useVerificationFieldNames(): Record<string, string> {
  const { t } = useLingui()
  return {
    surname: t`Surname`,
    firstName: t`First name`,
    birthday: t`Date of birth`,
    idType: t`Kind of document`,
    idNumber: t`Number of the document`,
    idExpire: t`Valid until`,
    frontImg: t`Front of the ID card`,
    backImg: t`Back of the ID card`,
    passportImg: t`Portrait page of the passport`,
    selfieImg: t`Your face`,
    address: t`Street and house number`,
    city: t`City`,
    postcode: t`Postcode`,
    addressProofImg: t`Proof of address`,
  }
}
