import { account, type UserSettings } from '#contract/calls/account.ts'
import { meQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { sendApiCall } from '#api/send.ts'
import { hasToken } from '#api/session.ts'

/** Saves choices to the account too. False when somebody is signed in and it could not be saved there; the device has it anyway. */
export async function trySaveAccountSettings(change: Partial<UserSettings>): Promise<boolean> {
  if (!hasToken()) return true
  try {
    const settings = await sendApiCall(account.saveSettings, change)
    queryClient.setQueryData(meQuery().queryKey, (me) => me && { ...me, settings, lang: settings.lang })
    return true
  } catch {
    return false
  }
}
