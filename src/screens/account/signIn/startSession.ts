import { account, type UserSettings, type SignInReply, type User } from '#contract/calls/account.ts'
import { meQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { sendApiCall } from '#api/send.ts'
import { setToken } from '#api/session.ts'
import { devicePreferencesStore, setDevicePreference } from '#device/preferences.ts'
import { currentLanguage, switchLanguage } from '#i18n/i18n.ts'

/** Signs in: keeps the token, fetches the person, then brings settings into line (docs/rules/accounts.md). */
export async function startSignedInSession(reply: { token: string; userInfo: User }, whose: 'known' | 'new'): Promise<void> {
  setToken(reply.token)
  const me = await fetchMe(reply.userInfo)
  if (whose === 'known') await adoptSettings(me.settings)
  // A new account begins with what this device already shows; if that cannot be saved now, the device still has it.
  else await sendApiCall(account.saveSettings, deviceSettings()).catch(() => undefined)
}

/** What the second step is about: asked for where the account has an authenticator, or its person wants a passkey to be asked for. */
export type SecondFactorChallenge = Extract<SignInReply, { needGoogle: 1 }>

/** Signs a known person in, or gives the second step that is asked for first: how a sign-in by password or one-time code ends. */
export async function completeSignInOrChallenge(reply: SignInReply): Promise<SecondFactorChallenge | undefined> {
  if (reply.needGoogle === 1) return reply
  await startSignedInSession(reply, 'known')
  return undefined
}

/** The person by the guard's own call; the sign-in's copy when the signal is lost between the two. */
async function fetchMe(replied: User): Promise<User> {
  try {
    return await queryClient.fetchQuery({ ...meQuery(), staleTime: 0 })
  } catch {
    queryClient.setQueryData(meQuery().queryKey, replied)
    return replied
  }
}

/** The account's settings become this device's. */
async function adoptSettings({ theme, upColor, hideBalance, hand, lang }: UserSettings): Promise<void> {
  setDevicePreference('theme', theme)
  setDevicePreference('upColor', upColor)
  setDevicePreference('hideBalance', hideBalance === 1)
  setDevicePreference('hand', hand)
  // Without its catalog the language that is loaded stays.
  if (lang !== currentLanguage().code) await switchLanguage(lang).catch(() => undefined)
}

const deviceSettings = (): Partial<UserSettings> => {
  const { theme, upColor, hideBalance, hand } = devicePreferencesStore.get()
  const language = currentLanguage()
  return {
    lang: language.code,
    theme,
    upColor: upColor ?? (language.redUp ? 'red' : 'green'),
    hideBalance: hideBalance ? 1 : 0,
    hand,
  }
}
