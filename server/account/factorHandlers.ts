import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { askOnPurchases } from './askOnPurchases.ts'
import { offerSecret } from './authenticatorOffer.ts'
import { bindAuthenticator, newRecoveryCodes, unbindAuthenticator } from './bindAuthenticator.ts'
import { changePassword } from './changePassword.ts'
import { createMail } from './mail.ts'
import { resetPassword } from './resetPassword.ts'
import { sendOwnCode, setSafePassword } from './setSafePassword.ts'

/** Passwords and the authenticator (product §1.2 calls 7, 13, 15, 21, 35; §1.5 call 90). */
export function factorHandlers(house: House): Handlers<'factors'> {
  const mail = createMail(house.config.smtpUrl)
  return {
    generateKey: (_, { sql, visitor, now }) => offerSecret(sql, visitor, house.config.env, now),
    bind: (asked, asking) => bindAuthenticator(house, asked, asking),
    renewRecoveryCodes: (asked, asking) => newRecoveryCodes(house, asked, asking),
    unbind: (asked, asking) => unbindAuthenticator(house, asked, asking),
    changePassword: (asked, asking) => changePassword(house, asked, asking),
    sendOwnCode: (_, asking) => sendOwnCode(house, mail, asking),
    setSafePassword: (asked, asking) => setSafePassword(house, asked, asking),
    askOnPurchases: (asked, asking) => askOnPurchases(house, asked, asking),
    resetPassword: (asked, asking) => resetPassword(house, asked, asking),
  }
}
