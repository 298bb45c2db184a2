/** Where the account number of this device's guest is kept, for the second time. */
export const guestUidKey = 'guest-uid'

/** What a guest is shown once. */
export interface GuestAccount {
  uid: string
  initialPassword: string
}
