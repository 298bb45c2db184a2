import type { SystemSettings } from '#contract/calls/settings.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { AppContext } from '../core/appContext.ts'
import { readCurrentOperatorSettings } from './operatorSettings.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'
import { retailLossShare } from '../risk/lossShare.ts'
import { agreementSettingsReply, appConfigReply, limitSettingsReply, minAmountsReply, riskTextsReply } from './settingReplies.ts'
import { productAvailabilitiesForResidence } from '../core/countries.ts'
import { offeredSignInMethods } from '#account/methods.ts'
import { createBodySealKeyStore } from './sealKeys.ts'
import { resolveShortLink } from './shortLinks.ts'

/** What everyone's app must know before anything else (docs/rules/{accounts,environments,time-and-numbers,wire}.md). */
export function settingsHandlers(app: AppContext): CallHandlers<'settings'> {
  const { config, clock, db, terms } = app
  const sealKeys = createBodySealKeyStore(db, clock)
  const methods = offeredSignInMethods(config)
  const providers = Object.entries(config.oidcProviders ?? {})
    .filter(([provider]) => methods.includes(provider))
    .map(([provider, { name }]) => ({ provider, name }))
  const system = async ({ sql, lang, now }: RequestContext<'open'>): Promise<SystemSettings> => {
    const share = await retailLossShare(sql)
    const coming = terms.coming(now)
    return {
      env: config.env,
      loginMethods: methods,
      ...(providers.length > 0 && { providers }),
      ...(await readCurrentOperatorSettings(sql, lang, now)),
      secondsReal: false,
      rates: {
        spotFee: terms.at('spot', '', 'feeRate', now),
        optionFeeOfValue: terms.at('option', '', 'feeOfValue', now),
        optionFeeOfPremium: terms.at('option', '', 'feeOfPremium', now),
      },
      ...(coming.length > 0 && { comingTerms: coming }),
      realMoney: config.env === 'production',
      features: productAvailabilitiesForResidence({ country: '' }, app),
      ...(share !== undefined && { retailLossShare: share }),
    }
  }
  return {
    setting: ({ key }, context) => {
      const { sql, lang } = context
      if (key === 'sys_set') return system(context)
      if (key === 'app_config') return appConfigReply()
      if (key === 'limits') return limitSettingsReply()
      if (key === 'agreements') return agreementSettingsReply(sql, lang)
      if (key === 'risk_texts') return riskTextsReply(sql, lang)
      if (key === 'min_amounts') return minAmountsReply(sql, app)
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
