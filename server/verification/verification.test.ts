import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginSession, findSignedInUserByToken } from '#account/sessions.ts'
import type { SignedInUser } from '../core/visitor.ts'
import { tryCreateUser, findUser, serializeUser } from '#account/people.ts'
import { loadPersonalDetails, savePersonalDetails } from '#account/personal.ts'
import { contract } from '#contract/contract.ts'
import { maxKycTriesPerDay } from '#contract/calls/verification.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import type { UserEventMessage } from '../core/events.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { assertCallAccess } from '#server/http/visitor.ts'
import { uploadsHandlers } from '#server/uploads/handlers.ts'
import { type WithdrawalDestination, refuseNewAddressWithExpiredDocuments } from '#server/withdrawals/destination.ts'
import { photo } from '../../tests/support/browser/pictures.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { testContext } from '../../tests/support/wire.ts'
import { notifyExpiredKycDocuments } from './expiry.ts'
import { verificationHandlers } from './handlers.ts'
import { createVerificationReviewKind } from './review.ts'

let db: Database
let app: AppContext
let calls: ReturnType<typeof verificationHandlers>
let take: ReturnType<typeof uploadsHandlers>
let review: ReturnType<typeof createVerificationReviewKind>
let picture: Buffer
const told: UserEventMessage[] = []
const clock = createManualClock(Date.parse('2026-11-20T02:00:00Z'))
const dayMs = 86_400_000

beforeAll(async () => {
  db = await testDatabase()
  app = testContext(db, clock, { uploadKey: randomBytes(32).toString('base64') })
  app.events.onToUser((message) => told.push(message))
  calls = verificationHandlers(app)
  take = uploadsHandlers(app)
  review = createVerificationReviewKind(app)
  picture = await photo(800, 500).jpeg().toBuffer()
})
afterAll(() => db?.close())

let people = 0
async function person(): Promise<SignedInUser> {
  const email = `p${++people}@example.com`
  const added = await tryCreateUser(db, { email, passwordHash: 'x', country: 'US', lang: 'en-us' }, clock.now())
  return { userId: added!.id, sessionId: '1', isGuest: false, country: 'US', kycLevel: 0, lang: 'en-us', createdAtMs: clock.now() }
}

/** As a once-call runs: one transaction, effects after it. */
async function ask<T>(visitor: SignedInUser, work: (context: RequestContext) => Promise<T> | T): Promise<T> {
  const effects: (() => void)[] = []
  const answer = await db.transaction(async (sql) =>
    work({
      visitor,
      sql,
      now: clock.now(),
      lang: 'en-us',
      ip: '',
      userAgent: '',
      requestId: undefined,
      afterCommit: (effect) => effects.push(effect),
    }),
  )
  for (const effect of effects) effect()
  return answer
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (thrown: { refusal?: string }) => thrown.refusal ?? String(thrown),
  )

const file = (who: SignedInUser, biz: 'kyc' | 'voucher' = 'kyc') =>
  ask(who, (context) => take.upload({ biz, file: { name: 'a.jpg', bytes: picture } }, context)).then(({ fileId }) => fileId)

type Form = Parameters<typeof calls.applyBasic>[0]
let numbers = 0
const form = async (who: SignedInUser, over: Partial<Form> = {}): Promise<Form> => ({
  surname: 'Lovelace',
  firstName: 'Ada',
  gender: 2,
  birthday: '1990-12-10',
  country: 'GB',
  idType: 2,
  idNumber: `AB 12-${++numbers}00`,
  passportImg: over.passportImg ?? (await file(who)),
  consentVersion: '1',
  ...over,
})
const apply = async (who: SignedInUser, over: Partial<Form> = {}) => {
  const filled = await form(who, over)
  return ask(who, (context) => calls.applyBasic(filled, context))
}
const mine = (who: SignedInUser) => ask(who, (context) => calls.applications({}, context))
const staff = { name: 'Mia', isAutomatic: false }
const decide = async (work: (sql: Database, after: (effect: () => void) => void) => Promise<void>) => {
  const effects: (() => void)[] = []
  await db.transaction((sql) => work(sql as Database, (effect) => effects.push(effect)))
  for (const effect of effects) effect()
}
const approve = (id: string) => decide((sql, after) => review.approve(sql, id, staff, clock.now(), after))
const reject = (id: string, reason = 'details_differ') => decide((sql, after) => review.reject(sql, id, reason, staff, clock.now(), after))
const levelOf = async ({ userId }: SignedInUser) =>
  (
    await db.query<{ kyc_level: number; kyc_country: string | null }>('select kyc_level, kyc_country from account where id = $1', [userId])
  )[0]
const kinds = async ({ userId }: SignedInUser) =>
  (await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [userId])).map(({ kind }) => kind)
/** Under which tab and switch somebody hears. */
const types = async ({ userId }: SignedInUser) => db.query('select distinct type from inbox_notice where user_id = $1', [userId])

const advanced = async (who: SignedInUser): Promise<Parameters<typeof calls.applyAdvanced>[0]> => ({
  address: '12 Analytical Way',
  city: 'London',
  postcode: 'NW1 4AA',
  phone: '2079460000',
  areaCode: '44',
  addressProofImg: await file(who),
  sourceOfFunds: 'salary',
  occupation: 'employed',
  emergency: { surname: 'Byron', name: 'Anne', relationship: 'parent', phone: '2079460001', address: '1 Harbour Lane', consent: true },
})

describe('basic verification', () => {
  it('goes from waiting to authorised, and opens level 1 with the document’s country and name', async () => {
    const ann = await person()
    expect(await ask(ann, (context) => calls.isBegun({}, context))).toEqual({ level: 1, have: 0, status: null })
    const { id, status } = await apply(ann, { idNumber: 'uk-991 234 567', idExpire: '2027-01-01' })
    expect(status).toBe(0)
    expect(await ask(ann, (context) => calls.isBegun({}, context))).toEqual({ level: 1, have: 1, status: 0 })
    expect(await mine(ann)).toMatchObject([{ id, status: 0, documentTail: '567', canResubmit: false, reviewBy: clock.now() + dayMs }])
    expect(await refusal(apply(ann))).toBe('kycPending')
    const shown = async () => serializeUser((await findUser(db, { id: ann.userId }))!, app)
    expect(await shown()).toMatchObject({ kycStatus: 0, kycPending: 1 })
    told.length = 0
    await approve(id)
    expect(await shown()).toMatchObject({ kycStatus: 1, kycPending: 0 })
    expect(await levelOf(ann)).toEqual({ kyc_level: 1, kyc_country: 'GB' })
    expect(await loadPersonalDetails(db, ann.userId)).toMatchObject({ surname: 'Lovelace', firstName: 'Ada', country: 'GB', address: '' })
    expect(await kinds(ann)).toEqual(['kycAuthorised', 'taskDone'])
    expect(await db.query('select task, done_ms from benefit_task where user_id = $1', [ann.userId])).toEqual([
      { task: 'basicKyc', done_ms: `${clock.now()}` },
    ])
    expect(await types(ann)).toEqual([{ type: 'task' }])
    expect(told.map(({ userId, event }) => [userId, event.t])).toEqual([
      [ann.userId, 'notice'],
      [ann.userId, 'kyc'],
      [ann.userId, 'notice'],
    ])
    expect(told[1]?.event.d).toMatchObject({ id, status: 1, submitTime: '2026-11-20 10:00:00' })
    expect(await refusal(apply(ann))).toBe('kycDone')
    expect(await refusal(approve(id))).toBe('stateConflict')
    expect(await refusal(reject(id))).toBe('stateConflict')
  })

  it('that is rejected says what to fix, and can be handed in again at once, five times a day', async () => {
    const ann = await person()
    for (let n = 1; n <= maxKycTriesPerDay; n++) {
      clock.advance(1_000)
      const { id } = await apply(ann, { idNumber: 'SAME 1234' })
      await reject(id, n === 1 ? 'photo_cut_off' : 'details_differ')
    }
    const all = await mine(ann)
    expect(all.at(-1)).toMatchObject({ status: 2, reasonCode: 'photo_cut_off', fieldsToFix: ['passportImg'], canResubmit: false })
    expect(all[0]).toMatchObject({
      reasonText: 'What you wrote is not what the document says. Write it exactly as it is printed there.',
      fieldsToFix: ['surname', 'firstName', 'birthday', 'idNumber'],
      canResubmit: true,
    })
    expect(await refusal(apply(ann))).toBe('tooManyTries')
    expect(await levelOf(ann)).toEqual({ kyc_level: 0, kyc_country: null })
    clock.advance(dayMs)
    expect(await refusal(apply(ann))).toBe('none')
    expect(await refusal(reject((await mine(ann))[0]!.id, 'send_us_a_fee'))).toBe('validation')
  })

  it.each([
    ['underage', { birthday: '2008-11-23' }, 'underage'],
    ['of age on the very day', { birthday: '2008-11-21' }, 'none'],
    ['blocked country', { country: 'KP' }, 'countryBlocked'],
    ['no country', { country: 'ZZ' }, 'validation'],
    ['a document that ended', { idExpire: '2026-11-20' }, 'docExpired'],
    ['a document that ends today', { idExpire: '2026-11-21' }, 'none'],
    ['another text than the one agreed to', { consentVersion: '0' }, 'agreementRequired'],
    ['an ID card without its sides', { idType: 1 as const }, 'validation'],
    ['a number that is all hyphens', { idNumber: 'A---' }, 'validation'],
    ['a picture of nobody', { passportImg: '1' }, 'notFound'],
  ])('%s', async (_, over, wanted) => {
    clock.set(Date.parse('2026-11-21T02:00:00Z'))
    expect(await refusal(apply(await person(), over))).toBe(wanted)
  })

  it('takes only one’s own papers, and each once', async () => {
    const [ann, bob] = [await person(), await person()]
    expect(await refusal(apply(ann, { passportImg: await file(bob) }))).toBe('notFound')
    expect(await refusal(apply(ann, { passportImg: await file(ann, 'voucher') }))).toBe('notFound')
    const both = await file(ann)
    expect(await refusal(apply(ann, { idType: 1, frontImg: both, backImg: both }))).toBe('validation')
    expect(await refusal(apply(ann, { passportImg: both, selfieImg: both }))).toBe('validation')
  })

  it('one document stands for one account, until it is rejected', async () => {
    const [ann, bob] = [await person(), await person()]
    const { id } = await apply(ann, { idNumber: 'X-77 77.1' })
    expect(await refusal(apply(bob, { idNumber: 'x77771' }))).toBe('docInUse')
    expect(await refusal(apply(bob, { idNumber: 'x77771', country: 'FR' }))).toBe('none')
    await reject(id)
    const carl = await person()
    expect(await refusal(apply(carl, { idNumber: 'X7777 1' }))).toBe('none')
    expect(await refusal(apply(ann, { idNumber: 'X-77 77.1' }))).toBe('docInUse')
  })

  it('the same document on two accounts at once is taken once', async () => {
    const two = await Promise.all([person(), person()])
    const forms = await Promise.all(two.map((who) => form(who, { idNumber: 'RACE 1' })))
    const answers = await Promise.all(two.map((who, n) => refusal(ask(who, (context) => calls.applyBasic(forms[n]!, context)))))
    expect(answers.toSorted()).toEqual(['docInUse', 'none'])
  })

  it('lies sealed: neither name nor number can be read from the database', async () => {
    const ann = await person()
    const { id } = await apply(ann, { surname: 'Quixotesque', idNumber: 'SECRET99887' })
    const [row] = await db.query<{ details: Buffer }>('select * from kyc_application where id = $1', [id])
    expect(JSON.stringify(row) + row!.details.toString('latin1')).not.toMatch(/Quixotesque|SECRET99|1990-12-10/)
    const found = (await review.waiting(db, 100)).find((reviewCase) => reviewCase.id === id)
    expect(found).toMatchObject({ userId: ann.userId, facts: { surname: 'Quixotesque', idNumber: 'SECRET99887' } })
    expect(found!.files).toHaveLength(1)
    await expect(db.query('update kyc_application set country = $2 where id = $1', [id, 'FR'])).rejects.toMatchObject({ code: 'FL002' })
  })

  it('two decisions at once: one holds', async () => {
    const ann = await person()
    const { id } = await apply(ann)
    const answers = await Promise.all([approve(id), reject(id)].map(refusal))
    expect(answers.toSorted()).toEqual(['none', 'stateConflict'])
  })

  it('with another key than the database’s papers, nothing is sealed', async () => {
    const ann = await person()
    const other = verificationHandlers(testContext(db, clock, { uploadKey: randomBytes(32).toString('base64') }))
    const filled = await form(ann)
    expect(await refusal(ask(ann, (context) => other.applyBasic(filled, context)))).toMatch(/UPLOAD_KEY/)
  })
})

describe('after a document’s last day', () => {
  it('the person is notified once, a new one is taken, and nothing is closed', async () => {
    const ann = await person()
    clock.set(Date.parse('2026-12-01T02:00:00Z'))
    const old = await apply(ann, { idExpire: '2027-02-01', idNumber: 'OLD 1234' })
    await approve(old.id)
    expect(await refusal(apply(ann))).toBe('kycDone')
    clock.set(Date.parse('2027-02-02T02:00:00Z'))
    expect(await notifyExpiredKycDocuments(app)).toBeGreaterThan(0)
    expect(await notifyExpiredKycDocuments(app)).toBe(0)
    expect(await kinds(ann)).toEqual(['kycAuthorised', 'taskDone', 'kycExpired'])
    expect(await types(ann)).toEqual([{ type: 'task' }])
    expect(await mine(ann)).toMatchObject([
      { needsUpdate: true, canResubmit: true, expiresDay: '2027-02-01', closesTime: Date.parse('2027-04-02T16:00:00Z') },
    ])
    expect(await levelOf(ann)).toMatchObject({ kyc_level: 1 })
    const { id } = await apply(ann, { surname: 'King', idNumber: 'NEW 1234', idExpire: '2037-02-01' })
    expect(await levelOf(ann)).toMatchObject({ kyc_level: 1 })
    await approve(id)
    expect(await loadPersonalDetails(db, ann.userId)).toMatchObject({ surname: 'King' })
    expect(await mine(ann)).toMatchObject([{ needsUpdate: false }, { needsUpdate: false, canResubmit: false }])
  })
})

describe('sixty days after a document’s last day', () => {
  it('what needs a level is closed, but for withdrawals to known addresses, until a new document is authorised', async () => {
    const ann = await person()
    clock.set(Date.parse('2027-03-01T02:00:00Z'))
    await approve((await apply(ann, { idExpire: '2027-03-10', idNumber: 'ENDS 1234' })).id)
    const open = async (row: { access: 'kyc1'; path: string }) => {
      const visitor = await findSignedInUserByToken(app, token, clock.now())
      return refusal(Promise.resolve().then(() => assertCallAccess(visitor, row)))
    }
    const { claim } = contract.deposits
    const { apply: withdraw } = contract.withdrawals
    clock.set(Date.parse('2027-05-09T15:59:59Z'))
    const { token } = await beginSession(db, { accountId: ann.userId, device: 'phone', ip: '' }, clock.now())
    expect(await open(claim)).toBe('none')
    clock.advance(1_000)
    expect(await open(claim)).toBe('kycRequired')
    expect(await open(withdraw)).toBe('none')
    const gone = { isPapersEnded: true }
    expect(() => refuseNewAddressWithExpiredDocuments(gone, { isYoung: true } as WithdrawalDestination)).toThrow('kycRequired')
    expect(() => refuseNewAddressWithExpiredDocuments(gone, { isYoung: false } as WithdrawalDestination)).not.toThrow()
    await approve((await apply(ann, { idNumber: 'NEXT 1234' })).id)
    expect(await open(claim)).toBe('none')
  })
})

describe('advanced verification', () => {
  it('needs the basic one, and brings level 2 with the address', async () => {
    const ann = await person()
    const early = await advanced(ann)
    expect(await refusal(ask(ann, (context) => calls.applyAdvanced(early, context)))).toBe('kycRequired')
    await approve((await apply(ann)).id)
    const { id } = await ask(ann, (context) => calls.applyAdvanced(early, context))
    expect(await refusal(ask(ann, (context) => calls.applyAdvanced(early, context)))).toBe('kycPending')
    expect((await review.waiting(db, 100)).find((reviewCase) => reviewCase.id === id)?.facts).toMatchObject({
      level: '2',
      occupation: 'employed',
    })
    expect(await refusal(reject(id, 'selfie_differs'))).toBe('validation')
    await approve(id)
    expect(await levelOf(ann)).toMatchObject({ kyc_level: 2 })
    expect(await loadPersonalDetails(db, ann.userId)).toMatchObject({ surname: 'Lovelace', phone: '2079460000' })
    expect(await refusal(ask(ann, (context) => calls.applyAdvanced(early, context)))).toBe('kycDone')
    expect(await kinds(ann)).toEqual(['kycAuthorised', 'taskDone', 'kycAdvancedAuthorised'])
    // What was verified stays; the address may change.
    const now = asInstant(clock.now())
    const details = (await loadPersonalDetails(db, ann.userId))!
    expect(await refusal(savePersonalDetails(db, ann.userId, { ...details, surname: 'Other' }, now))).toBe('kycDone')
    expect(await refusal(savePersonalDetails(db, ann.userId, { ...details, address: '2 Other Street' }, now))).toBe('none')
  })
})
