import { holdNewAddresses } from '#account/holds.ts'
import { tellByMail } from '#account/mail.ts'
import { findPerson, toUser } from '#account/people.ts'
import { beginOrAsk, signInWithSecondPasskey } from '#account/secondFactor.ts'
import { byAccount } from '#account/signIn.ts'
import { refuseLastWay } from '#account/signInWays.ts'
import { issueStepUpToken, stepUpSeconds, stepUpTried } from '#account/stepUp.ts'
import { ownerOfTicket } from '#account/tickets.ts'
import { Refusal } from '#contract/refusals.ts'
import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { isRowId } from '#server/ids.ts'
import { writeNotices } from '#server/notice.ts'
import { createOptions, verifiedPasskey } from './add.ts'
import { getOptions, verifiedOwner } from './assert.ts'
import { askAtSignIn, endWithoutPasskeys, holdAfterStep, proofTried } from './atSignIn.ts'
import { partyOf } from './party.ts'
import { addPasskey, passkeysOf, toPasskey } from './store.ts'

/** New addresses wait this long after a passkey came or went. */
const holdHours = 24
/** Of nobody: what an account that does not exist is answered with, so that it looks like any other. */
const nobody = '0'

/** Passkeys (product §1.2 calls 26–32). */
export function passkeysHandlers(house: House): Handlers<'passkeys'> {
  const { db } = house
  return {
    options: async ({ account, areaCode, purpose = 'signIn', ticket }, { sql, visitor, now, site }) => {
      const party = partyOf(site)
      if (purpose === 'stepUp') {
        if (!visitor) throw new Refusal('unauthorized')
        const allow = await passkeysOf(sql, visitor.userId)
        return getOptions(sql, { purpose: 'passkeyStepUp', accountId: visitor.userId, allow }, party, now)
      }
      if (ticket !== undefined) {
        // The first factor was right, so it is no secret any more which passkeys there are.
        const owner = await ownerOfTicket(sql, ticket, now)
        if (owner === undefined) throw new Refusal('ticketExpired')
        return getOptions(sql, { purpose: 'passkeySignIn', accountId: owner, allow: await passkeysOf(sql, owner) }, party, now)
      }
      // Discoverable passkeys need no list, and a list would tell strangers who has an account.
      const person = account === undefined ? undefined : await byAccount(house, account.trim().toLowerCase(), areaCode)
      const accountId = account === undefined ? null : (person?.id ?? nobody)
      return getOptions(sql, { purpose: 'passkeySignIn', accountId, allow: [] }, party, now)
    },
    signIn: async ({ credential, deviceName, deviceId, ticket }, asking) => {
      const { sql, now, site } = asking
      const party = partyOf(site)
      const verify = async () => (await verifiedOwner(sql, 'passkeySignIn', credential, party, now)).userId
      if (ticket !== undefined) return signInWithSecondPasskey(house, { text: ticket, verify, deviceId }, asking)
      const userId = await verify()
      const person = await findPerson(sql, { id: userId })
      if (!person) throw new Refusal('passkeyFailed', { reason: 'unknown' })
      const reply = await beginOrAsk(house, person, { by: 'passkey', deviceName, deviceId }, asking)
      if (reply.needGoogle === 1) throw new Error('a passkey is both factors')
      return reply
    },
    registerOptions: async (proof, { visitor, now, site }) => {
      const party = partyOf(site)
      const spend = await stepUpTried(house, visitor, proof, now)
      return db.transaction(async (sql) => {
        await spend(sql)
        const person = await findPerson(sql, { id: visitor.userId })
        if (!person) throw new Refusal('unauthorized')
        return createOptions(sql, visitor, party, toUser(person, house.config.env).account, now)
      })
    },
    register: async (asked, { visitor, now, site, afterCommit }) => {
      const { userId } = visitor
      const passkey = await verifiedPasskey(db, userId, partyOf(site), asked, now)
      return db.transaction(async (sql) => {
        const id = await addPasskey(sql, passkey, now)
        if (id === undefined) throw new Refusal('passkeyFailed', { reason: 'known' })
        await writeNotices(house, sql, [noticeOf(userId, 'passkeyAdded', passkey.name, id)], afterCommit)
        await tellByMail(sql, { userId, kind: 'signInAdded', params: { account: passkey.name } }, now)
        return { id }
      })
    },
    list: async (_, { sql, visitor }) => (await passkeysOf(sql, visitor.userId)).map(toPasskey),
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
    remove: async ({ id, ...proof }, { visitor, now, afterCommit }) => {
      if (!isRowId(id)) throw new Refusal('notFound')
      const { userId } = visitor
      const spend = await proofTried(house, proof, { visitor, now })
      return db.transaction(async (sql) => {
        const [row] = await sql.query<{ name: string }>('select name from passkey where id = $1 and account_id = $2', [id, userId])
        if (!row) throw new Refusal('notFound')
        await refuseLastWay(sql, house, userId, { passkeys: 1 })
        await spend(sql)
        const gone = await sql.query('delete from passkey where id = $1 and account_id = $2 returning id', [id, userId])
        if (gone.length === 0) throw new Refusal('notFound')
        if (await endWithoutPasskeys(sql, userId)) await holdAfterStep(house, sql, { visitor, now, afterCommit })
        else await holdNewAddresses(sql, userId, holdHours, 'passkeyRemoved', now)
        await writeNotices(house, sql, [noticeOf(userId, 'passkeyRemoved', row.name, id)], afterCommit)
        await tellByMail(sql, { userId, kind: 'passkeyRemoved', params: { account: row.name } }, now)
        return {}
      })
    },
    askAtSignIn: (asked, asking) => askAtSignIn(house, asked, asking),
    stepUp: async ({ credential, action }, { sql, visitor, now, site }) => {
      const owner = await verifiedOwner(sql, 'passkeyStepUp', credential, partyOf(site), now)
      if (owner.userId !== visitor.userId) throw new Refusal('passkeyFailed', { reason: 'account' })
      const made = { action, sinceMs: owner.sinceMs }
      return { stepUpToken: await issueStepUpToken(sql, visitor.userId, made, now), expireIn: stepUpSeconds }
    },
  }
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
