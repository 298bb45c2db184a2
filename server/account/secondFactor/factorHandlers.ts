import type { AppContext } from '../../core/appContext.ts'
import type { CallHandlers } from '../../core/handlers.ts'
import { setPurchasePasswordRequired } from '../setPurchasePassword.ts'
import { startOrResumeTotpEnrolment } from './authenticatorOffer.ts'
import { bindAuthenticator, renewRecoveryCodesWithProof, unbindAuthenticator } from './bindAuthenticator.ts'
import { changePassword } from '../changePassword.ts'
import { createMailSender } from '../../notifications/mail/mail.ts'
import { resetPassword } from '../resetPassword.ts'
import { sendSafePasswordCode, setSafePassword } from '../setSafePassword.ts'

/** Passwords and the authenticator (docs/rules/accounts.md). */
export function passwordAndAuthenticatorHandlers(app: AppContext): CallHandlers<'factors'> {
  const mail = createMailSender(app.config.smtpUrl)
  return {
    generateKey: (_, { sql, visitor, now }) => startOrResumeTotpEnrolment(app, sql, visitor, now),
    bind: (input, context) => bindAuthenticator(app, input, context),
    renewRecoveryCodes: (input, context) => renewRecoveryCodesWithProof(app, input, context),
    unbind: (input, context) => unbindAuthenticator(app, input, context),
    changePassword: (input, context) => changePassword(app, input, context),
    sendOwnCode: (_, context) => sendSafePasswordCode(app, mail, context),
    setSafePassword: (input, context) => setSafePassword(app, input, context),
    askOnPurchases: (input, context) => setPurchasePasswordRequired(app, input, context),
    resetPassword: (input, context) => resetPassword(app, input, context),
  }
}
