import type { ApiError } from '#api/apiError.ts'
import type { WithdrawalAccount } from '#contract/calls/withdrawals.ts'
import { bankChainCode } from '#contract/calls/withdrawals.ts'

/** What stands in a withdrawal for where an account is. */
export const withdrawalChainOrBankCode = ({ type, chainType }: WithdrawalAccount): string =>
  type === 1 ? bankChainCode : (chainType ?? '')

/** Both ends of a long address. */
const shortAddress = (address: string): string => (address.length > 18 ? `${address.slice(0, 8)}…${address.slice(-8)}` : address)

/** Where an account leads, in one line. */
export const formatWithdrawalAccountDestination = ({ type, bankName, bankAccount, address }: WithdrawalAccount): string =>
  type === 1 ? `${bankName ?? ''} ${bankAccount ?? ''}` : shortAddress(address ?? '')

const underItsField = new Set(['TOTP_WRONG', 'TOTP_REPLAYED', 'SAFE_PASSWORD_WRONG'])
/** What `StepUpFields` does not say under a field of its own already. */
export const omitStepUpFieldError = (error: ApiError | null | undefined): ApiError | undefined =>
  error && !underItsField.has(error.key) ? error : undefined
