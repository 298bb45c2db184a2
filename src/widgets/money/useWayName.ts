import { useLingui } from '@lingui/react/macro'
import { bankChainCode } from '#contract/calls/withdrawals.ts'
import { networkName } from './networkNames.ts'

/** What the way of a deposit is called: a network by its name, a bank in words. */
export function useDepositMethodName(): (chainType: string) => string {
  const { t } = useLingui()
  return (chainType) => (chainType === bankChainCode ? t({ message: 'Bank', context: 'way to withdraw' }) : networkName(chainType))
}
