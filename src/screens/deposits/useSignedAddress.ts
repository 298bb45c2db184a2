import { useQuery } from '@tanstack/react-query'
import { useUser } from '#api/person.ts'
import { canHash, verifyServerSignature } from '#api/priceRecord/webCrypto.ts'
import { apiReadQuery } from '#api/query.ts'
import { sendApiCall } from '#api/send.ts'
import { type DepositAddress, deposits } from '#contract/calls/deposits.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { depositAddressSigningText } from '#rules/depositAddress.ts'

/** `unknown`: this browser cannot check signatures, as on an address without TLS. */
type AddressCheck = 'checking' | 'good' | 'bad' | 'unknown'

async function checkAddress(userId: string, { currency, chainType, address, memo, addressSig, kid }: DepositAddress): Promise<boolean> {
  const { previous, ...currentKey } = await sendApiCall(fairness.recordKey, {})
  const key = [currentKey, ...previous].find((one) => one.kid === kid)
  return (
    key !== undefined && verifyServerSignature(depositAddressSigningText({ userId, currency, chainType, address, memo }), addressSig, key)
  )
}

/** This person's address, and whether it is the one that the server signed for them. */
export function useSignedDepositAddress(currency: string, chainType: string) {
  const userId = useUser()?.id
  const addressQuery = useQuery({ ...apiReadQuery(deposits.address, { currency, chainType }), retry: false, staleTime: 60_000 })
  const signedAddress = addressQuery.data
  const checkQuery = useQuery({
    queryKey: ['signed address', userId, signedAddress?.addressSig, signedAddress?.address],
    queryFn: () => checkAddress(userId ?? '', signedAddress!),
    enabled: signedAddress !== undefined && userId !== undefined && canHash(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'inline' },
  })
  const checked: AddressCheck = !canHash() ? 'unknown' : checkQuery.data === undefined ? 'checking' : checkQuery.data ? 'good' : 'bad'
  const refetch = () => {
    if (signedAddress === undefined) void addressQuery.refetch()
    else void checkQuery.refetch()
  }
  return {
    signed: signedAddress,
    checked,
    error: addressQuery.error ?? checkQuery.error,
    again: refetch,
    isBusy: addressQuery.isFetching || checkQuery.isFetching,
  }
}

/** Whether the shown address is one of the sandbox's simulated chain; asks nothing itself. */
export const useIsCachedDepositAddressSimulated = (currency: string, chainType: string | undefined): boolean =>
  useQuery({ ...apiReadQuery(deposits.address, { currency, chainType: chainType ?? '' }), enabled: false }).data?.warn.includes(
    'simulatedChain',
  ) === true
