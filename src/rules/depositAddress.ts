/** What the server signs about an address, so that the app can see that nobody changed it on the way (product §1.3 call 44). */
export const depositAddressText = (of: {
  userId: string
  currency: string
  chainType: string
  address: string
  memo?: string | undefined
}) => ['fairlead deposit address', of.userId, of.currency, of.chainType, of.address, of.memo ?? ''].join('\n')
