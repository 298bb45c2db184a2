import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { account } from './account.ts'
import { content } from './content.ts'
import { favourites } from './favourites.ts'
import { limits } from './limits.ts'
import { market } from './market.ts'
import { AppConfig, settings, SystemSettings } from './settings.ts'

/** How many notices the frame brings. */
export const startupNoticeCount = 3

/** Where each part is asked for by itself: what is the same for everyone, where `lang=` is followed by a language; and what is a person's own. */
export const publicStartupCallPaths = {
  system: `${settings.setting.path}?key=sys_set`,
  app: `${settings.setting.path}?key=app_config`,
  notices: `${content.notices.path}?pageSize=${startupNoticeCount}&lang=`,
  paces: market.paces.path,
}
export const userStartupCallPaths = { user: account.me.path, favourites: favourites.list.path, protection: limits.mine.path }

/** What every start of the app needs, each part as its own call answers it; those of a person only where there is one. */
const Frame = z.object({
  system: SystemSettings,
  app: AppConfig,
  /** The newest few, in the language of the call. */
  notices: content.notices.reply,
  paces: market.paces.reply,
  user: z.optional(account.me.reply),
  favourites: z.optional(favourites.list.reply),
  protection: z.optional(limits.mine.reply),
})

export const frame = {
  /** Ours: one call for what the app would otherwise ask with seven when it starts. Every part keeps its own call, and its own offline home. */
  frame: defineGetCall('/api/app/frame', { access: 'open', params: z.object({}), reply: Frame, kept: 'nowhere' }),
}
