import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { isRowId } from '../core/ids.ts'
import { createMailSender } from '../notifications/mail/mail.ts'
import { findUser, type UserRow, userSettingsOf } from './people.ts'
import { loadSerializedUser } from './profile.ts'
import { registerAccount } from './register.ts'
import { signInWithAuthenticator } from './secondFactor/secondFactor.ts'
import { sendEmailCode, sendPhoneCode } from './sendCode.ts'
import { endSessionOrOthers, liveSessionsOfUser, touchSession } from './sessions.ts'
import { signInByPassword, signInAsGuest, signInByCode } from './signIn.ts'
import { deleteSignInTickets } from './tickets.ts'
import type { SignedInUser } from '../core/visitor.ts'

/** People and their sessions (docs/rules/accounts.md). */
export function accountHandlers(app: AppContext): CallHandlers<'account'> {
  const mail = createMailSender(app.config.smtpUrl)
  return {
    sendPhoneCode: (input, context) => sendPhoneCode(app, input, context),
    sendEmailCode: (input, context) => sendEmailCode(app, mail, input, context),
    register: (form, context) => registerAccount(app, form, context),
    checkGoogleAuth: async ({ account }, { sql }) => ({ bind: (await hasAuthenticator(sql, account)) ? 1 : 0 }),
    checkAccount: async (input, { sql }) => ({ exists: (await isAccount(sql, input)) ? 1 : 0 }),
    signIn: (input, context) => signInByPassword(app, input, context),
    signInByPhone: ({ areaCode, phone, captcha, deviceId }, context) =>
      signInByCode(app, { name: { areaCode, phone }, captcha, deviceId }, context),
    signInByEmail: ({ email, captcha, deviceId }, context) => signInByCode(app, { name: { email }, captcha, deviceId }, context),
    signInWithAuthenticator: (input, context) => signInWithAuthenticator(app, input, context),
    signInAsGuest: ({ deviceId }, context) => signInAsGuest(app, deviceId, context),
    signOut: async (_, { sql, visitor, now }) => {
      if (visitor) notifyEnded(app, await endSessionOrOthers(sql, visitor, { id: visitor.sessionId }, now))
      return {}
    },
    me: (_, { sql, visitor, now }) => loadSerializedUser(app, sql, visitor.userId, now),
    reportActive: async (_, { sql, visitor, now }) => {
      await touchSession(sql, visitor.sessionId, now)
      return {}
    },
    reportOnline: async (_, { sql, visitor, now }) => {
      await sql.query(`update account set online_ms = $2 where id = $1 and coalesce(settings ->> 'presence', '1') <> '0'`, [
        visitor.userId,
        now,
      ])
      return {}
    },
    sessions: (_, { sql, visitor, now }) => liveSessionsOfUser(sql, visitor, now),
    revokeSession: async ({ id }, { sql, visitor, now }) => {
      if (id !== 'others' && !isRowId(id)) throw new Refusal('notFound')
      if (id === 'others') await deleteSignInTickets(sql, visitor.userId)
      const ended = await endSessionOrOthers(sql, visitor, id === 'others' ? id : { id }, now)
      if (ended.length === 0 && id !== 'others') throw new Refusal('notFound')
      notifyEnded(app, ended)
      return { revoked: ended.length }
    },
    saveSettings: async ({ lang, ...chosen }, { sql, visitor }) => {
      const { defaultCurrency } = chosen
      if (defaultCurrency !== undefined && !/^[A-Z]{3,10}$/.test(defaultCurrency)) {
        throw new Refusal('validation', { field: 'defaultCurrency', rule: 'invalid_format' })
      }
      await sql.query('update account set settings = settings || $2::jsonb, lang = coalesce($3, lang) where id = $1', [
        visitor.userId,
        JSON.stringify(chosen),
        lang ?? null,
      ])
      return userSettingsOf(await personOf(sql, visitor))
    },
  }
}

const notifyEnded = ({ events }: AppContext, ended: readonly string[]): void => ended.forEach((id) => events.sessionEnded(id))

async function personOf(sql: Sql, { userId }: SignedInUser): Promise<UserRow> {
  const person = await findUser(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  return person
}

/** Shows the code field early; an unknown account is answered like one without. */
async function hasAuthenticator(sql: Sql, account: string): Promise<boolean> {
  const name = account.trim().toLowerCase()
  const rows = await sql.query(
    `select 1 from account join authenticator on authenticator.account_id = account.id
     where email = $1 or phone = $1 or (area_code = split_part($1, '-', 1) and phone = split_part($1, '-', 2)) or (is_guest and uid = $1) limit 1`,
    [name],
  )
  return rows.length > 0
}

/** For the sign-up form only, and limited tightly: it says whether an account exists (docs/rules/{accounts,wire}.md). */
async function isAccount(
  sql: Sql,
  ask: { account: string; accountType: 'email' | 'phone' | 'guest'; deviceId?: string | undefined },
): Promise<boolean> {
  const account = ask.account.trim().toLowerCase()
  const [where, value] =
    ask.accountType === 'guest'
      ? ['guest_device = $1', ask.deviceId ?? '']
      : ask.accountType === 'email'
        ? ['email = $1', account]
        : [`(phone = $1 or (area_code = split_part($1, '-', 1) and phone = split_part($1, '-', 2)))`, account]
  return (await sql.query(`select 1 from account where ${where} limit 1`, [value])).length > 0
}
