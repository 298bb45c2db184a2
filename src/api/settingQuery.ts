import type * as z from 'zod/mini'
import type { ReadCall } from '#contract/call.ts'
import { settings } from '#contract/calls/settings.ts'
import { query } from './query.ts'

/** Call 102 as one of its keys answers it. */
export const settingQuery = <R>(key: string) => ({
  ...query(settings.setting as unknown as ReadCall<typeof settings.setting.params, z.ZodMiniType<R>>, { key }),
  staleTime: 5 * 60_000,
})
