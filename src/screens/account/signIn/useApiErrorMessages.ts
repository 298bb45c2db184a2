import { useLingui } from '@lingui/react/macro'
import { type ApiError, isUnansweredError } from '#api/apiError.ts'
import { serverNow } from '#api/serverClock.ts'
import { formatHourMinute } from '#i18n/date.ts'

/** A refusal in words that end with what to do. The server's own message stands wherever it already says so. */
export function useApiErrorMessages(): (error: ApiError | null | undefined) => string | undefined {
  const { t } = useLingui()
  return (error) => {
    if (!error) return undefined
    if (isUnansweredError(error)) return t`No answer came. Check your connection and try again; trying twice does no harm.`
    const { message } = error
    switch (error.key) {
      case 'ACCOUNT_LOCKED': {
        const clock = formatHourMinute(serverNow() + Number(error.detail['minutes'] ?? 15) * 60_000)
        return t`Too many tries. You can sign in with the password again at ${clock}.`
      }
      case 'BAD_CREDENTIALS':
        return t`${message}. Check both and try again.`
      case 'CAPTCHA_WRONG':
        return t`${message}. Only the newest code works, and only for an address that has an account.`
      case 'INVITE_INVALID':
        return t`${message}. Leave the field empty if you have none.`
      case 'PASSWORD_WEAK':
        return error.detail['rule'] === 'common' ? t`This is one of the most used passwords. Choose one of your own.` : message
      default:
        return message
    }
  }
}
