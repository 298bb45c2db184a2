import { useQuery } from '@tanstack/react-query'
import type { AppConfig } from '#contract/calls/settings.ts'
import { settingQuery } from './settingQuery.ts'

/** Settings for everybody (requirements §3: `commonConfig`), read behind the first screen; undefined until then. */
export const useCommonConfig = (): AppConfig | undefined => useQuery(settingQuery<AppConfig>('app_config')).data
