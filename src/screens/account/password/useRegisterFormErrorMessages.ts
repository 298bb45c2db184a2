import { useLingui } from '@lingui/react/macro'
import { passwordLengthLimits } from './passwordStrength.ts'
import type { RegisterFormError } from '../register/registerErrors.ts'

/** What to do about a fault, in a sentence. */
export function useRegisterFormErrorMessages(): (fault: RegisterFormError) => string {
  const { t } = useLingui()
  const { minimum, maximum } = passwordLengthLimits
  return (fault) => {
    switch (fault.field) {
      case 'account':
        return fault.by === 'email'
          ? t`Enter an email address like name@example.com.`
          : t`Enter the number without its calling code, 5 to 15 digits.`
      case 'code':
        return fault.isSent ? t`Enter the six digits you received.` : t`Ask for the code first, then enter it.`
      case 'password':
        switch (fault.rule) {
          case 'missing':
            return t`Choose a password.`
          case 'short':
            return t`Use at least ${minimum} characters.`
          case 'long':
            return t`Use at most ${maximum} characters.`
          case 'name':
            return t`Leave your email or number out of the password.`
          default:
            return t`Mix small and capital letters with digits or symbols, or use 14 characters or more.`
        }
      case 'confirmPassword':
        return t`The two passwords differ. Type the same one again.`
      case 'country':
        return t`Choose the country you live in. What you may trade depends on it.`
      case 'inviteCode':
        return t`A code has 6 to 10 letters A–Z and digits 2–7. Leave it empty if you have none.`
      case 'adult':
        return t`Accounts are for people of 18 and older.`
      case 'agree':
        return t`Read the agreement above and tick the box to go on.`
    }
  }
}
