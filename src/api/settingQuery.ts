import type { CallReply } from '#contract/call.ts'
import { settings } from '#contract/calls/settings.ts'
import { apiReadQuery } from './query.ts'

type Setting = typeof settings.setting

/** A setting, as one of its keys answers it. */
export const serverSettingQuery = <R extends CallReply<Setting>>(key: string) => ({
  ...apiReadQuery<Setting, R>(settings.setting, { key }),
  staleTime: 5 * 60_000,
})
