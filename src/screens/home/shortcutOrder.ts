import { useUser } from '#api/person.ts'
import { useHasToken } from '#api/session.ts'
import { useDevicePreference } from '#device/preferences.ts'

/** The person's own order of ways from home, names with commas between; nothing while it is the usual one. The device's goes first while the account has not got it. */
export function useHomeShortcutOrder(): string | undefined {
  const here = useDevicePreference('shortcuts')
  const settings = useUser()?.settings
  const hasToken = useHasToken()
  if (here?.own) return here.order
  // Before the account's answer, what it was told last.
  return settings?.shortcuts ?? (hasToken ? here?.order : undefined)
}
