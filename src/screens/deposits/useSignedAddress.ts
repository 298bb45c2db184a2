import { useQuery } from '@tanstack/react-query'
import { useUser } from '#api/person.ts'
import { canHash, isSigned } from '#api/priceRecord/webCrypto.ts'
import { query } from '#api/query.ts'
import { send } from '#api/send.ts'
import { type DepositAddress, deposits } from '#contract/calls/deposits.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { depositAddressText } from '#rules/depositAddress.ts'

/** `unknown`: this browser cannot check signatures, as on an address without TLS. */
type Checked = 'checking' | 'good' | 'bad' | 'unknown'

async function check(userId: string, { currency, chainType, address, memo, addressSig, kid }: DepositAddress): Promise<boolean> {
  const { previous, ...newest } = await send(fairness.recordKey, {})
  const key = [newest, ...previous].find((one) => one.kid === kid)
  return key !== undefined && isSigned(depositAddressText({ userId, currency, chainType, address, memo }), addressSig, key)
}

/** This person's address, and whether it is the one that the server signed for them. */
export function useSignedAddress(currency: string, chainType: string) {
  const userId = useUser()?.id
  const asked = useQuery({ ...query(deposits.address, { currency, chainType }), retry: false, staleTime: 60_000 })
  const signed = asked.data
  const checking = useQuery({
    queryKey: ['signed address', userId, signed?.addressSig, signed?.address],
    queryFn: () => check(userId ?? '', signed!),
    enabled: signed !== undefined && userId !== undefined && canHash(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'inline' },
  })
  const checked: Checked = !canHash() ? 'unknown' : checking.data === undefined ? 'checking' : checking.data ? 'good' : 'bad'
  const again = () => {
    if (signed === undefined) void asked.refetch()
    else void checking.refetch()
  }
  return { signed, checked, error: asked.error ?? checking.error, again, isBusy: asked.isFetching || checking.isFetching }
}

/** Whether the shown address is one of the sandbox's simulated chain; asks nothing itself. */
export const useIsSimulated = (currency: string, chainType: string | undefined): boolean =>
  useQuery({ ...query(deposits.address, { currency, chainType: chainType ?? '' }), enabled: false }).data?.warn.includes(
    'simulatedChain',
  ) === true
