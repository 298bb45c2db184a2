import { useLingui } from '@lingui/react/macro'
import { ApiError } from '#api/apiError.ts'
import { isTurnedDown } from '#device/wallets.ts'
import { useFailureWords } from './useFailureWords.ts'

/** What a wallet's or the server's no means. */
export function useWalletWords(): (error: Error | null) => string | undefined {
  const { t } = useLingui()
  const words = useFailureWords()
  return (error) => {
    if (!error) return undefined
    if (error instanceof ApiError) return words(error)
    return isTurnedDown(error)
      ? t`You turned it down in the wallet. Nothing happened.`
      : t`The wallet did not answer. Open it, then try again.`
  }
}
