import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { isRowId } from '#server/ids.ts'
import { createMail } from './mail.ts'
import { findPerson, type Person, settingsOf } from './people.ts'
import { wholeUser } from './profile.ts'
import { register } from './register.ts'
import { signInWithAuthenticator } from './secondFactor.ts'
import { sendEmailCode, sendPhoneCode } from './sendCode.ts'
import { endSessions, sessionsOf, touchSession } from './sessions.ts'
import { signIn, signInAsGuest, signInByCode } from './signIn.ts'
import { dropTickets } from './tickets.ts'
import type { Visitor } from './visitor.ts'

/** People and their sessions (product §1.2 calls 2–6, 8, 10–12, 16–19, 33, 34, 36). */
export function accountHandlers(house: House): Handlers<'account'> {
  const mail = createMail(house.config.smtpUrl)
  return {
    sendPhoneCode: (asked, asking) => sendPhoneCode(house, asked, asking),
    sendEmailCode: (asked, asking) => sendEmailCode(house, mail, asked, asking),
    register: (form, asking) => register(house, form, asking),
    checkGoogleAuth: async ({ account }, { sql }) => ({ bind: (await hasAuthenticator(sql, account)) ? 1 : 0 }),
    checkAccount: async (asked, { sql }) => ({ exists: (await isAccount(sql, asked)) ? 1 : 0 }),
    signIn: (asked, asking) => signIn(house, asked, asking),
    signInByPhone: ({ areaCode, phone, captcha, deviceId }, asking) =>
      signInByCode(house, { name: { areaCode, phone }, captcha, deviceId }, asking),
    signInByEmail: ({ email, captcha, deviceId }, asking) => signInByCode(house, { name: { email }, captcha, deviceId }, asking),
    signInWithAuthenticator: (asked, asking) => signInWithAuthenticator(house, asked, asking),
    signInAsGuest: ({ deviceId }, asking) => signInAsGuest(house, deviceId, asking),
    signOut: async (_, { sql, visitor, now }) => {
      tell(house, await endSessions(sql, visitor, { id: visitor.sessionId }, now))
      return {}
    },
    me: (_, { sql, visitor, now }) => wholeUser(house, sql, visitor.userId, now),
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
    sessions: (_, { sql, visitor, now }) => sessionsOf(sql, visitor, now),
    revokeSession: async ({ id }, { sql, visitor, now }) => {
      if (id !== 'others' && !isRowId(id)) throw new Refusal('notFound')
      if (id === 'others') await dropTickets(sql, visitor.userId)
      const ended = await endSessions(sql, visitor, id === 'others' ? id : { id }, now)
      if (ended.length === 0 && id !== 'others') throw new Refusal('notFound')
      tell(house, ended)
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
      return settingsOf(await personOf(sql, visitor))
    },
  }
}

const tell = ({ events }: House, ended: readonly string[]): void => ended.forEach((id) => events.sessionEnded(id))

async function personOf(sql: Sql, { userId }: Visitor): Promise<Person> {
  const person = await findPerson(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  return person
}

/** Call 5: shows the code field early; an unknown account is answered like one without. */
async function hasAuthenticator(sql: Sql, account: string): Promise<boolean> {
  const name = account.trim().toLowerCase()
  const rows = await sql.query(
    `select 1 from account join authenticator on authenticator.account_id = account.id
     where email = $1 or phone = $1 or (area_code = split_part($1, '-', 1) and phone = split_part($1, '-', 2)) or (is_guest and uid = $1) limit 1`,
    [name],
  )
  return rows.length > 0
}

/** For the sign-up form only, and limited tightly (product §1.2 call 6 names the risk). */
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
