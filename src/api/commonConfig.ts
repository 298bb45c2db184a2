import { useQuery } from '@tanstack/react-query'
import type { AppConfig } from '#contract/calls/settings.ts'
import { serverSettingQuery } from './settingQuery.ts'

/** Settings for everybody (docs/rules/interface.md: `commonConfig`), read behind the first screen; undefined until then. */
export const useCommonConfig = (): AppConfig | undefined => useQuery(serverSettingQuery<AppConfig>('app_config')).data
