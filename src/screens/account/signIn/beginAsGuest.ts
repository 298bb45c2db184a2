import { account } from '#contract/calls/account.ts'
import { sendApiCall } from '#api/send.ts'
import { getDeviceId } from '#device/deviceId.ts'
import { writeLocalStorage } from '#device/storage.ts'
import { startSignedInSession } from './startSession.ts'
import { type GuestCredentials, guestUidStorageKey } from './guestAccount.ts'

/** Opens a guest account on this device and signs in; gives what is shown only once. */
export async function openGuestAccount(): Promise<GuestCredentials> {
  const reply = await sendApiCall(account.signInAsGuest, { deviceId: getDeviceId() })
  writeLocalStorage(guestUidStorageKey, reply.userInfo.uid)
  await startSignedInSession(reply, 'new')
  return { uid: reply.userInfo.uid, initialPassword: reply.initialPassword }
}
