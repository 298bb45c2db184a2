import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { bindEmailOrPhone } from './bindAccount.ts'
import { declareCountry } from './declareCountry.ts'
import { savePersonalDetails } from './personal.ts'
import { saveAntiPhishingPhrase, saveProfile, loadSerializedUser } from './profile.ts'
import { reportUnrecognizedSignIn, signInsPage } from './signInHistory.ts'

/** What somebody says of themselves, their addresses and their sign-ins (docs/rules/accounts.md). */
export function profileHandlers(app: AppContext): CallHandlers<'profile'> {
  return {
    savePersonal: (details, { visitor, now }) => app.db.transaction((sql) => savePersonalDetails(sql, visitor.userId, details, now)),
    saveProfile: (input, context) => saveProfile(app, input, context),
    declareCountry: (input, context) => declareCountry(app, input, context),
    bind: async (form, context) => {
      await bindEmailOrPhone(app, form, context)
      return loadSerializedUser(app, context.sql, context.visitor.userId, context.now)
    },
    savePhrase: (input, context) => saveAntiPhishingPhrase(app, input, context),
    signIns: (input, { sql, visitor, now }) => signInsPage(sql, visitor, input, now),
    disownSignIn: ({ id }, context) => reportUnrecognizedSignIn(app, id, context),
  }
}
