import { holdNewAddresses } from '#account/holds.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { findUser, serializeUser } from '#account/people.ts'
import { startSessionOrSecondStep, signInWithPasskeySecondStep } from '#account/secondFactor/secondFactor.ts'
import { findUserByLoginName } from '#account/signIn.ts'
import { assertNotLastSignInMethod } from '#account/lastSignInMethod.ts'
import { issueStepUpToken, stepUpTokenSeconds, verifyStepUpForLaterUse } from '#account/secondFactor/stepUp.ts'
import { ownerOfSignInTicket } from '#account/tickets.ts'
import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { isRowId } from '../core/ids.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { generatePasskeyRegistrationOptions, verifyPasskeyRegistration } from './add.ts'
import { generatePasskeyAssertionOptions, verifyPasskeyAssertion } from './assert.ts'
import {
  setPasskeySignInStep,
  disablePasskeyStepIfNoPasskeys,
  holdAddressesAndSignOutOthers,
  verifyStepUpOrRecoveryForLaterUse,
} from './atSignIn.ts'
import { requireRelyingParty } from './relyingParty.ts'
import { insertPasskey, readPasskeys, toPasskey } from './store.ts'

/** New addresses wait this long after a passkey came or went. */
const holdHours = 24
/** Of nobody: what an account that does not exist is answered with, so that it looks like any other. */
const noUserId = '0'

/** Passkeys (docs/rules/accounts.md). */
export function passkeysHandlers(app: AppContext): CallHandlers<'passkeys'> {
  const { db } = app
  return {
    options: optionsOf(app),
    signIn: async ({ credential, deviceName, deviceId, ticket }, context) => {
      const { sql, now, site } = context
      const party = requireRelyingParty(site)
      const verify = async () => (await verifyPasskeyAssertion(sql, 'passkeySignIn', credential, party, now)).userId
      if (ticket !== undefined) return signInWithPasskeySecondStep(app, { text: ticket, verify, deviceId }, context)
      const userId = await verify()
      const person = await findUser(sql, { id: userId })
      if (!person) throw new Refusal('passkeyFailed', { reason: 'unknown' })
      const reply = await startSessionOrSecondStep(app, person, { by: 'passkey', deviceName, deviceId }, context)
      if (reply.needGoogle === 1) throw new Error('a passkey is both factors')
      return reply
    },
    registerOptions: async (proof, { visitor, now, site }) => {
      const party = requireRelyingParty(site)
      const spend = await verifyStepUpForLaterUse(app, visitor, proof, now)
      return db.transaction(async (sql) => {
        await spend(sql)
        const person = await findUser(sql, { id: visitor.userId })
        if (!person) throw new Refusal('unauthorized')
        return generatePasskeyRegistrationOptions(sql, visitor, party, serializeUser(person, app).account, now)
      })
    },
    register: async (input, { visitor, now, site, afterCommit }) => {
      const { userId } = visitor
      const passkey = await verifyPasskeyRegistration(db, userId, requireRelyingParty(site), input, now)
      return db.transaction(async (sql) => {
        const id = await insertPasskey(sql, passkey, now)
        if (id === undefined) throw new Refusal('passkeyFailed', { reason: 'known' })
        await writeNotices(app, sql, [noticeOf(userId, 'passkeyAdded', passkey.name, id)], afterCommit)
        await queueMail(sql, { userId, kind: 'signInAdded', params: { account: passkey.name } }, now)
        return { id }
      })
    },
    list: async (_, { sql, visitor }) => (await readPasskeys(sql, visitor.userId)).map(toPasskey),
    rename: async ({ id, name }, { sql, visitor }) => {
      if (!isRowId(id)) throw new Refusal('notFound')
      const renamed = await sql.query('update passkey set name = $3 where id = $1 and account_id = $2 returning id', [
        id,
        visitor.userId,
        name,
      ])
      if (renamed.length === 0) throw new Refusal('notFound')
      return {}
    },
    remove: removeOf(app),
    askAtSignIn: (input, context) => setPasskeySignInStep(app, input, context),
    stepUp: async ({ credential, action }, { sql, visitor, now, site }) => {
      const owner = await verifyPasskeyAssertion(sql, 'passkeyStepUp', credential, requireRelyingParty(site), now)
      if (owner.userId !== visitor.userId) throw new Refusal('passkeyFailed', { reason: 'account' })
      const made = { action, sinceMs: owner.sinceMs }
      return { stepUpToken: await issueStepUpToken(sql, visitor.userId, made, now), expireIn: stepUpTokenSeconds }
    },
  }
}

/** The challenge for a sign-in, for its second step, or for a proof within a session. */
const optionsOf =
  (app: AppContext): CallHandlers<'passkeys'>['options'] =>
  async ({ account, areaCode, purpose = 'signIn', ticket }, { sql, visitor, now, site }) => {
    const party = requireRelyingParty(site)
    if (purpose === 'stepUp') {
      if (!visitor) throw new Refusal('unauthorized')
      const allow = await readPasskeys(sql, visitor.userId)
      return generatePasskeyAssertionOptions(sql, { purpose: 'passkeyStepUp', accountId: visitor.userId, allow }, party, now)
    }
    if (ticket !== undefined) {
      // The first factor was right, so it is no secret any more which passkeys there are.
      const owner = await ownerOfSignInTicket(sql, ticket, now)
      if (owner === undefined) throw new Refusal('ticketExpired')
      return generatePasskeyAssertionOptions(
        sql,
        { purpose: 'passkeySignIn', accountId: owner, allow: await readPasskeys(sql, owner) },
        party,
        now,
      )
    }
    // Discoverable passkeys need no list, and a list would tell strangers who has an account.
    const person = account === undefined ? undefined : await findUserByLoginName(app, account.trim().toLowerCase(), areaCode)
    const accountId = account === undefined ? null : (person?.id ?? noUserId)
    return generatePasskeyAssertionOptions(sql, { purpose: 'passkeySignIn', accountId, allow: [] }, party, now)
  }

/** Takes a passkey away; whoever could then not sign in any more keeps it. */
const removeOf =
  (app: AppContext): CallHandlers<'passkeys'>['remove'] =>
  async ({ id, ...proof }, { visitor, now, afterCommit }) => {
    if (!isRowId(id)) throw new Refusal('notFound')
    const { userId } = visitor
    const spend = await verifyStepUpOrRecoveryForLaterUse(app, proof, { visitor, now })
    return app.db.transaction(async (sql) => {
      const [row] = await sql.query<{ name: string }>('select name from passkey where id = $1 and account_id = $2', [id, userId])
      if (!row) throw new Refusal('notFound')
      await assertNotLastSignInMethod(sql, app, userId, { passkeys: 1 })
      await spend(sql)
      const deleted = await sql.query('delete from passkey where id = $1 and account_id = $2 returning id', [id, userId])
      if (deleted.length === 0) throw new Refusal('notFound')
      if (await disablePasskeyStepIfNoPasskeys(sql, userId)) await holdAddressesAndSignOutOthers(app, sql, { visitor, now, afterCommit })
      else await holdNewAddresses(sql, userId, holdHours, 'passkeyRemoved', now)
      await writeNotices(app, sql, [noticeOf(userId, 'passkeyRemoved', row.name, id)], afterCommit)
      await queueMail(sql, { userId, kind: 'passkeyRemoved', params: { account: row.name } }, now)
      return {}
    })
  }

const noticeOf = (userId: string, kind: 'passkeyAdded' | 'passkeyRemoved', name: string, id: string) => ({
  userId,
  type: 'system' as const,
  kind,
  params: { name },
  link: '/passkeys',
  refType: 'passkey',
  refId: id,
})
