import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { House } from '#server/house.ts'
import { setByStaff } from '#server/houseSettings.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { isMoneyReal } from '#account/countries.ts'
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
  return {
    setting: async ({ key }, { sql, lang, now }) => {
      if (key !== 'sys_set') throw new Refusal('notFound', { key })
      return {
        env: config.env,
        loginMethods: methods,
        ...(providers.length > 0 && { providers }),
        ...(await setByStaff(sql, lang, now)),
        secondsReal: false,
        realMoney: isMoneyReal(config.env),
      }
    },
    serverTime: (_, { now }) => ({ serverTime: now, timestamp: now }),
    sealKey: async () => {
      const keys = await sealKeys.live()
      return keys.map(({ kid, publicPem, notAfterMs }) => ({ kid, publicKey: publicPem, notAfter: asInstant(notAfterMs) }))
    },
    shortLink: ({ code }, { sql, ip, now }) => resolveShortLink(sql, code, ip, now),
  }
}
