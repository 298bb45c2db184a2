import type { SystemSettings } from '#contract/calls/settings.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { House } from '#server/house.ts'
import { setByStaff } from '#server/houseSettings.ts'
import type { Asking, Handlers } from '#server/http/handlers.ts'
import { retailLossShare } from '#server/lossShare.ts'
import { agreementSettings, appConfig, limitSettings, minAmounts, riskTexts } from '#server/settingReplies.ts'
import { loginMethods } from '#account/methods.ts'
import { createSealKeys } from './sealKeys.ts'
import { resolveShortLink } from './shortLinks.ts'

/** What everyone's app must know before anything else (product §1.2 call 1, §1.6 calls 102, 114, 121). */
export function settingsHandlers(house: House): Handlers<'settings'> {
  const { config, clock, db } = house
  const sealKeys = createSealKeys(db, clock)
  const methods = loginMethods(config)
  const providers = Object.entries(config.oidcProviders ?? {})
    .filter(([provider]) => methods.includes(provider))
    .map(([provider, { name }]) => ({ provider, name }))
  const system = async ({ sql, lang, now }: Asking<'open'>): Promise<SystemSettings> => {
    const share = await retailLossShare(sql)
    return {
      env: config.env,
      loginMethods: methods,
      ...(providers.length > 0 && { providers }),
      ...(await setByStaff(sql, lang, now)),
      secondsReal: false,
      realMoney: config.env === 'production',
      ...(share !== undefined && { retailLossShare: share }),
    }
  }
  return {
    setting: ({ key }, asking) => {
      const { sql, lang } = asking
      if (key === 'sys_set') return system(asking)
      if (key === 'app_config') return appConfig()
      if (key === 'limits') return limitSettings()
      if (key === 'agreements') return agreementSettings(sql, lang)
      if (key === 'risk_texts') return riskTexts(sql, lang)
      if (key === 'min_amounts') return minAmounts(sql, house)
      throw new Refusal('notFound', { key })
    },
    serverTime: (_, { now }) => ({ serverTime: now, timestamp: now }),
    sealKey: async () => {
      const keys = await sealKeys.live()
      return keys.map(({ kid, publicPem, notAfterMs }) => ({ kid, publicKey: publicPem, notAfter: asInstant(notAfterMs) }))
    },
    shortLink: ({ code }, { sql, ip, now }) => resolveShortLink(sql, code, ip, now),
  }
}
