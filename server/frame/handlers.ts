import { startupNoticeCount } from '#contract/calls/frame.ts'
import type { AppConfig, SystemSettings } from '#contract/calls/settings.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'

/** The calls whose answers are parts of the frame's. */
export interface StartupPartHandlers {
  setting: CallHandlers<'settings'>['setting']
  notices: CallHandlers<'content'>['notices']
  paces: CallHandlers<'market'>['paces']
  user: CallHandlers<'account'>['me']
  favourites: CallHandlers<'favourites'>['list']
  protection: CallHandlers<'limits'>['mine']
}

/** What the app needs whenever it starts, by one call. A part that fails fails the whole: then the app asks for each by itself. */
export function frameHandlers(parts: StartupPartHandlers): CallHandlers<'frame'> {
  // One part after the other, so that a start holds two connections at most.
  const ofEverybody = async (context: RequestContext<'open'>) => ({
    system: (await parts.setting({ key: 'sys_set' }, context)) as SystemSettings,
    app: (await parts.setting({ key: 'app_config' }, context)) as AppConfig,
    notices: await parts.notices({ pageNo: 1, pageSize: startupNoticeCount }, context),
    paces: await parts.paces({}, context),
  })
  const ofPerson = async (context: RequestContext) => ({
    user: await parts.user({}, context),
    favourites: await parts.favourites({}, context),
    protection: await parts.protection({}, context),
  })
  return {
    frame: async (_, context) => {
      const { visitor } = context
      const [everybody, person] = await Promise.all([ofEverybody(context), visitor && ofPerson({ ...context, visitor })])
      return { ...everybody, ...person }
    },
  }
}
