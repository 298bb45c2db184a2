export interface AddressBookSearchParams {
  /** A currency to save a place for at once. */
  add?: string
}

export const readAddressBookSearchParams = (search: Record<string, unknown>): AddressBookSearchParams => {
  const { add } = search
  return typeof add === 'string' && /^[A-Z0-9]{2,10}$/.test(add) ? { add } : {}
}
