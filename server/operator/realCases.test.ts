import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson } from '#account/people.ts'
import type { Visitor } from '#account/visitor.ts'
import { kycStatus } from '#contract/calls/verification.ts'
import type { Database } from '#db/database.ts'
import { handClock } from '#server/clock.ts'
import type { House } from '#server/house.ts'
import { photo } from '../../tests/support/pictures.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { testHouse } from '../../tests/support/wire.ts'
import type { Asking } from '../http/handlers.ts'
import { reviewKinds } from '../reviews.ts'
import { uploadsHandlers } from '../uploads/handlers.ts'
import { verificationHandlers } from '../verification/handlers.ts'
import { approveCase, listCases, showCase } from './reviews.ts'
import { sandboxReviewMs, startSandboxReviewer } from './sandboxReviewer.ts'
import { addStaff } from './staff.ts'

// The kinds of case that the rooms really have, decided by the sandbox's reviewer and by staff.

const clock = handClock(Date.parse('2026-11-20T02:00:00Z'))
let db: Database
let house: House
beforeAll(async () => {
  db = await testDatabase()
  house = testHouse(db, clock, { uploadKey: randomBytes(32).toString('base64') })
})
afterAll(() => db?.close())

const ask = <T>(visitor: Visitor, work: (asking: Asking) => Promise<T> | T): Promise<T> =>
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
    } as unknown as Asking),
  )

let people = 0
async function applicant(surname: string): Promise<{ who: Visitor; id: string }> {
  const email = `p${++people}@example.com`
  const added = await addPerson(db, { email, passwordHash: 'x', country: 'US', lang: 'en-us' }, clock.now())
  const who: Visitor = {
    userId: added!.id,
    sessionId: '1',
    isGuest: false,
    country: 'US',
    kycLevel: 0,
    lang: 'en-us',
    createdAtMs: clock.now(),
  }
  const bytes = await photo(800, 500).jpeg().toBuffer()
  const { fileId } = await ask(who, (asking) => uploadsHandlers(house).upload({ biz: 'kyc', file: { name: 'a.jpg', bytes } }, asking))
  const form = {
    surname,
    firstName: 'Ada',
    gender: 2,
    birthday: '1990-12-10',
    country: 'GB',
    idType: 2,
    idNumber: `AB 12${people}00`,
  } as const
  const { id } = await ask(who, (asking) =>
    verificationHandlers(house).applyBasic({ ...form, passportImg: fileId, consentVersion: '1' }, asking),
  )
  return { who, id }
}
const statusOf = async ({ who }: { who: Visitor }) =>
  (await ask(who, (asking) => verificationHandlers(house).applications({}, asking)))[0]?.status

it('an identity check is authorised by the sandbox’s reviewer, and rejected where its surname asks for it', async () => {
  const reviewer = startSandboxReviewer(house, reviewKinds(house), (...words) => expect(words).toEqual([]))
  const [good, bad] = [await applicant('Lovelace'), await applicant('Reject')]
  expect(await reviewer.step()).toBe(0)
  expect([await statusOf(good), await statusOf(bad)]).toEqual([kycStatus.waiting, kycStatus.waiting])
  clock.advance(sandboxReviewMs)
  expect(await reviewer.step()).toBe(2)
  expect([await statusOf(good), await statusOf(bad)]).toEqual([kycStatus.authorised, kycStatus.rejected])
  await reviewer.stop()
})

it('staff list it, open its pictures, and decide', async () => {
  const desk = { house, kinds: reviewKinds(house) }
  const { staff } = await addStaff(db, { name: 'mia', roles: ['reviewer'], by: 'machine:test', now: clock.now() })
  const one = await applicant('Byron')
  expect(await listCases(desk, staff)).toMatchObject([{ kind: 'verification', id: one.id, userId: one.who.userId }])
  const shown = await showCase(desk, staff, 'verification', one.id, true)
  expect(shown.facts).toMatchObject({ surname: 'Byron', country: 'GB' })
  expect(shown.opened.map(({ type, ownerId, bytes }) => [type, ownerId, bytes.subarray(0, 2).toString('hex')])).toEqual([
    ['image/jpeg', one.who.userId, 'ffd8'],
  ])
  expect(await db.query('select role, kind, files from staff_access where user_id = $1', [one.who.userId])).toEqual([
    { role: 'reviewer', kind: 'verification', files: 1 },
  ])
  await approveCase(desk, staff, 'verification', one.id)
  expect(await statusOf(one)).toBe(kycStatus.authorised)
})
