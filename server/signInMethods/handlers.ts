import { beginOrAsk } from '#account/secondFactor.ts'
import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { addThirdParty, addWallet, linkedSignIns, thirdPartyToAdd, unlink, walletToAdd } from './linked.ts'
import { createProviders } from './provider.ts'
import { thirdPartyPerson, thirdPartyUrl } from './thirdParty.ts'
import { walletNonce, walletPerson } from './wallet.ts'

/** Signing in with a wallet or with another service (product §1.2 calls 22–25). */
export function signInMethodsHandlers(house: House): Handlers<'signInMethods'> {
  const { db, config } = house
  const providers = createProviders(config.oidcProviders ?? {}, (provider, fault) =>
    console.error(`sign-in with ${provider}: ${inWords(fault)}`),
  )
  return {
    walletNonce: ({ address, chainId }, { sql, site, now }) => walletNonce(sql, { address, chainId: Number(chainId) }, site, now),
    walletSignIn: async (form, asking) =>
      beginOrAsk(house, await walletPerson(db, form, asking), { by: 'wallet', ...deviceOf(form) }, asking),
    thirdPartyUrl: ({ provider }, { sql, site, now }) => thirdPartyUrl(sql, providers, { provider }, site, now),
    thirdPartySignIn: async (form, asking) =>
      beginOrAsk(house, await thirdPartyPerson(db, providers, form, asking), { by: 'thirdParty', ...deviceOf(form) }, asking),
    linked: (_, { sql, visitor }) => linkedSignIns(house, sql, visitor.userId),
    walletToAdd: (asked, asking) => walletToAdd(house, asked, asking),
    addWallet: (form, asking) => addWallet(house, form, asking),
    thirdPartyToAdd: (asked, asking) => thirdPartyToAdd(house, providers, asked, asking),
    addThirdParty: (form, asking) => addThirdParty(house, providers, form, asking),
    unlink: (asked, asking) => unlink(house, asked, asking),
  }
}

const deviceOf = ({ deviceName, deviceId }: { deviceName?: string | undefined; deviceId?: string | undefined }) => ({
  deviceName,
  deviceId,
})

/** Why, and why that; never what the service said of somebody. */
const inWords = (fault: unknown): string =>
  fault instanceof Error ? [fault.message, ...(fault.cause === undefined ? [] : [inWords(fault.cause)])].join(': ') : ''
