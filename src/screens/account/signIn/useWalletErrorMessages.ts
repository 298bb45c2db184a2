import { useLingui } from '@lingui/react/macro'
import { ApiError } from '#api/apiError.ts'
import { isWalletRequestRejected } from '#device/wallets.ts'
import { useApiErrorMessages } from './useApiErrorMessages.ts'

/** What a wallet's or the server's no means. */
export function useWalletErrorMessages(): (error: Error | null) => string | undefined {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  return (error) => {
    if (!error) return undefined
    if (error instanceof ApiError) return words(error)
    return isWalletRequestRejected(error)
      ? t`You turned it down in the wallet. Nothing happened.`
      : t`The wallet did not answer. Open it, then try again.`
  }
}
