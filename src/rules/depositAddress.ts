/** What the server signs about an address, so that the app can see that nobody changed it on the way (docs/rules/deposits-and-withdrawals.md). */
export const depositAddressSigningText = (deposit: {
  userId: string
  currency: string
  chainType: string
  address: string
  memo?: string | undefined
}) => ['fairlead deposit address', deposit.userId, deposit.currency, deposit.chainType, deposit.address, deposit.memo ?? ''].join('\n')
