import { useLingui } from '@lingui/react/macro'
import type { PersonalDetailsError } from './personalDetails.ts'

/** What to do about a fault of the personal information, in a sentence. */
export function usePersonalDetailsErrorMessages(): (fault: PersonalDetailsError) => string {
  const { t } = useLingui()
  return ({ field, isUnderage }) => {
    switch (field) {
      case 'surname':
        return t`Enter your surname, 1 to 60 characters.`
      case 'firstName':
        return t`Enter your first name, 1 to 60 characters.`
      case 'gender':
        return t`Choose one.`
      case 'birthday':
        return isUnderage ? t`Accounts are for people of 18 and older.` : t`Enter the day you were born.`
      case 'country':
        return t`Choose the country of your document.`
      case 'address':
        return t`Enter your address, 5 to 200 characters.`
      case 'phone':
        return t`Enter the number without its calling code, 5 to 15 digits.`
    }
  }
}
