/** Where the account number of this device's guest is kept, for the second time. */
export const guestUidStorageKey = 'guest-uid'

/** What a guest is shown once. */
export interface GuestCredentials {
  uid: string
  initialPassword: string
}
