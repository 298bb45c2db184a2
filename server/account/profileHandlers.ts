import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { bindAccount } from './bindAccount.ts'
import { savePersonal } from './personal.ts'
import { savePhrase, saveProfile, wholeUser } from './profile.ts'
import { disownSignIn, signInsPage } from './signInHistory.ts'

/** What somebody says of themselves, their addresses and their sign-ins (product §1.2 calls 14 and 20). */
export function profileHandlers(house: House): Handlers<'profile'> {
  return {
    savePersonal: (details, { visitor, now }) => house.db.transaction((sql) => savePersonal(sql, visitor.userId, details, now)),
    saveProfile: (asked, asking) => saveProfile(house, asked, asking),
    bind: async (form, asking) => {
      await bindAccount(house, form, asking)
      return wholeUser(house, asking.sql, asking.visitor.userId, asking.now)
    },
    savePhrase: (asked, asking) => savePhrase(house, asked, asking),
    signIns: (asked, { sql, visitor, now }) => signInsPage(sql, visitor, asked, now),
    disownSignIn: ({ id }, asking) => disownSignIn(house, id, asking),
  }
}
