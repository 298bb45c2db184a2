import { useQuery } from '@tanstack/react-query'
import { account, type User } from '#contract/calls/account.ts'
import type { SystemSettings } from '#contract/calls/settings.ts'
import { apiReadQuery } from './query.ts'
import { useHasToken } from './session.ts'
import { serverSettingQuery } from './settingQuery.ts'

export const meQuery = () => apiReadQuery(account.me, {})

/** The signed-in person; undefined for a visitor. */
export function useUser(): User | undefined {
  const hasToken = useHasToken()
  const { data } = useQuery({ ...meQuery(), enabled: hasToken, staleTime: 60_000 })
  return hasToken ? data : undefined
}

export const systemSettingsQuery = () => serverSettingQuery<SystemSettings>('sys_set')

export const useSystemSettings = (): SystemSettings | undefined => useQuery(systemSettingsQuery()).data
