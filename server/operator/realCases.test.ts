import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tryCreateUser } from '#account/people.ts'
import type { SignedInUser } from '../core/visitor.ts'
import { kycApplicationStatus } from '#contract/calls/verification.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import type { AppContext } from '../core/appContext.ts'
import { photo } from '../../tests/support/browser/pictures.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { testContext } from '../../tests/support/wire.ts'
import type { RequestContext } from '../core/handlers.ts'
import { createReviewKinds } from './reviewKinds.ts'
import { uploadsHandlers } from '../uploads/handlers.ts'
import { verificationHandlers } from '../verification/handlers.ts'
import { approveReviewCase, listReviewCases, readReviewCase } from './reviews.ts'
import { sandboxReviewDelayMs, startSandboxReviewer } from './sandboxReviewer.ts'
import { addStaff } from './staff.ts'

// The kinds of case that the modules really have, decided by the sandbox's reviewer and by staff.

const clock = createManualClock(Date.parse('2026-11-20T02:00:00Z'))
let db: Database
let app: AppContext
beforeAll(async () => {
  db = await testDatabase()
  app = testContext(db, clock, { uploadKey: randomBytes(32).toString('base64') })
})
afterAll(() => db?.close())

const ask = <T>(visitor: SignedInUser, work: (context: RequestContext) => Promise<T> | T): Promise<T> =>
  db.transaction(async (sql) =>
    work({
      visitor,
      sql,
      now: clock.now(),
      lang: 'en-us',
      ip: '',
      userAgent: '',
      requestId: undefined,
      afterCommit: () => {},
    } as unknown as RequestContext),
  )

let people = 0
async function applicant(surname: string): Promise<{ who: SignedInUser; id: string }> {
  const email = `p${++people}@example.com`
  const added = await tryCreateUser(db, { email, passwordHash: 'x', country: 'US', lang: 'en-us' }, clock.now())
  const who: SignedInUser = {
    userId: added!.id,
    sessionId: '1',
    isGuest: false,
    country: 'US',
    kycLevel: 0,
    lang: 'en-us',
    createdAtMs: clock.now(),
  }
  const bytes = await photo(800, 500).jpeg().toBuffer()
  const { fileId } = await ask(who, (context) => uploadsHandlers(app).upload({ biz: 'kyc', file: { name: 'a.jpg', bytes } }, context))
  const form = {
    surname,
    firstName: 'Ada',
    gender: 2,
    birthday: '1990-12-10',
    country: 'GB',
    idType: 2,
    idNumber: `AB 12${people}00`,
  } as const
  const { id } = await ask(who, (context) =>
    verificationHandlers(app).applyBasic({ ...form, passportImg: fileId, consentVersion: '1' }, context),
  )
  return { who, id }
}
const statusOf = async ({ who }: { who: SignedInUser }) =>
  (await ask(who, (context) => verificationHandlers(app).applications({}, context)))[0]?.status

it('an identity check is authorised by the sandbox’s reviewer, and rejected where its surname asks for it', async () => {
  const reviewer = startSandboxReviewer(app, createReviewKinds(app), (...words) => expect(words).toEqual([]))
  const [good, bad] = [await applicant('Lovelace'), await applicant('Reject')]
  expect(await reviewer.step()).toBe(0)
  expect([await statusOf(good), await statusOf(bad)]).toEqual([kycApplicationStatus.waiting, kycApplicationStatus.waiting])
  clock.advance(sandboxReviewDelayMs)
  expect(await reviewer.step()).toBe(2)
  expect([await statusOf(good), await statusOf(bad)]).toEqual([kycApplicationStatus.authorised, kycApplicationStatus.rejected])
  await reviewer.stop()
})

it('staff list it, open its pictures, and decide', async () => {
  const context = { app, kinds: createReviewKinds(app) }
  const { staff } = await addStaff(db, { name: 'mia', roles: ['reviewer'], by: 'machine:test', now: clock.now() })
  const person = await applicant('Byron')
  expect(await listReviewCases(context, staff)).toMatchObject([{ kind: 'verification', id: person.id, userId: person.who.userId }])
  const shown = await readReviewCase(context, staff, 'verification', person.id, true)
  expect(shown.facts).toMatchObject({ surname: 'Byron', country: 'GB' })
  expect(shown.opened.map(({ type, ownerId, bytes }) => [type, ownerId, bytes.subarray(0, 2).toString('hex')])).toEqual([
    ['image/jpeg', person.who.userId, 'ffd8'],
  ])
  expect(await db.query('select role, kind, files from staff_access where user_id = $1', [person.who.userId])).toEqual([
    { role: 'reviewer', kind: 'verification', files: 1 },
  ])
  await approveReviewCase(context, staff, 'verification', person.id)
  expect(await statusOf(person)).toBe(kycApplicationStatus.authorised)
})
