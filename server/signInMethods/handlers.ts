import { startSessionOrSecondStep } from '#account/secondFactor/secondFactor.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { log } from '../core/log.ts'
import {
  addThirdPartySignIn,
  addWalletSignIn,
  readLinkedSignInMethods,
  createThirdPartyLinkUrl,
  unlinkSignInMethod,
  createWalletLinkMessage,
} from './linkedSignIns.ts'
import { createSignInProviders } from './provider.ts'
import { findOrCreateOAuthUser, createThirdPartyAuthUrl } from './thirdParty.ts'
import { createWalletSignInMessage, findOrCreateWalletUser } from './wallet.ts'

/** Signing in with a wallet or with another service (docs/rules/accounts.md). */
export function signInMethodsHandlers(app: AppContext): CallHandlers<'signInMethods'> {
  const { db, config } = app
  const providers = createSignInProviders(config.oidcProviders ?? {}, (provider, fault) =>
    log.error(`sign-in with ${provider}: ${inWords(fault)}`),
  )
  return {
    walletNonce: ({ address, chainId }, { sql, site, now }) =>
      createWalletSignInMessage(sql, { address, chainId: Number(chainId) }, site, now),
    walletSignIn: async (form, context) =>
      startSessionOrSecondStep(app, await findOrCreateWalletUser(db, form, context), { by: 'wallet', ...deviceOf(form) }, context),
    thirdPartyUrl: ({ provider }, { sql, site, now }) => createThirdPartyAuthUrl(sql, providers, { provider }, site, now),
    thirdPartySignIn: async (form, context) =>
      startSessionOrSecondStep(
        app,
        await findOrCreateOAuthUser(db, providers, form, context),
        { by: 'thirdParty', ...deviceOf(form) },
        context,
      ),
    linked: (_, { sql, visitor }) => readLinkedSignInMethods(app, sql, visitor.userId),
    walletToAdd: (input, context) => createWalletLinkMessage(app, input, context),
    addWallet: (form, context) => addWalletSignIn(app, form, context),
    thirdPartyToAdd: (input, context) => createThirdPartyLinkUrl(app, providers, input, context),
    addThirdParty: (form, context) => addThirdPartySignIn(app, providers, form, context),
    unlink: (input, context) => unlinkSignInMethod(app, input, context),
  }
}

const deviceOf = ({ deviceName, deviceId }: { deviceName?: string | undefined; deviceId?: string | undefined }) => ({
  deviceName,
  deviceId,
})

/** Why, and why that; never what the service said of somebody. */
const inWords = (fault: unknown): string =>
  fault instanceof Error ? [fault.message, ...(fault.cause === undefined ? [] : [inWords(fault.cause)])].join(': ') : ''
