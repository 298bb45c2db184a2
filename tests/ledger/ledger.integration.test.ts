import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { readLedgerBalances, lockWallets, post } from '#ledger/ledger.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { Model, decimalOf } from './model.ts'
import { createRandom, seed } from './random.ts'
import { randomLegs } from './shapes.ts'

const operations = Number(process.env.MONEY_OPERATIONS ?? 10_000)
const callers = 32
const people = ['11', '9', '100', '7000000000000000001', '52', '6']
const at = asInstant(Date.UTC(2026, 10, 20))

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

it(`agrees with a model of whole numbers over ${operations} random movements by ${callers} callers (MONEY_SEED=${seed})`, async () => {
  const model = new Model()
  let next = 0
  let refused = 0

  /** Under both people's locks the model and the ledger must agree before, about the answer, and after. */
  async function move(n: number): Promise<void> {
    const chance = createRandom(seed + n)
    const book = chance.oneOf([1, 2] as const)
    const user = chance.oneOf(people)
    const other = chance.oneOf(people.filter((person) => person !== user))
    try {
      await db.transaction(async (sql) => {
        await lockWallets(sql, [user, other], book)
        expect(await readLedgerBalances(sql, user, book), `before movement ${n}`).toEqual(model.balancesOf(user, book))
        const legs = randomLegs({ chance, model, book, user, other })
        const short = model.shortage(book, legs)
        const posting = post(sql, { book, refType: 'test', refId: String(n), at, legs })
        if (short !== undefined) {
          await expect(posting, `movement ${n} is short of ${short}`).rejects.toThrow(
            short.endsWith('AVAIL') ? 'insufficientBalance' : /would lose/,
          )
          throw new Refused()
        }
        await posting
        model.book(book, legs)
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused++
    }
  }
  const caller = async () => {
    while (next < operations) await move(next++)
  }
  await Promise.all(Array.from({ length: callers }, caller))

  expect(refused).toBeGreaterThan(operations / 50)
  expect(model.postings).toBeGreaterThan(operations / 2)
  for (const user of people)
    for (const book of [1, 2] as const) expect(await readLedgerBalances(db, user, book)).toEqual(model.balancesOf(user, book))
  const house = await db.query<{ key: string; amount: string }>(
    `select format('%s %s %s', book, currency, bucket) as key, sum(amount) as amount from leg where user_id is null group by 1`,
  )
  expect(Object.fromEntries(house.map(({ key, amount }) => [key, amount]))).toEqual(
    Object.fromEntries([...model.house].map(([key, amount]) => [key, decimalOf(amount)])),
  )
  expect(await db.query('select (select count(*) from posting) as postings, (select count(*) from leg) as legs')).toEqual([
    { postings: String(model.postings), legs: String(model.legs) },
  ])
  expect(await findAllLedgerViolations(db)).toEqual([])
})

class Refused extends Error {}

it('refuses people who spend the same money at the same moment', async () => {
  const user = '901'
  const usdt = { user, currency: 'USDT', bucket: 'AVAIL', type: 36 } as const
  const spend = (from: string, n: number) =>
    db.transaction(async (sql) => {
      await post(sql, {
        book: 2,
        refType: 'spend',
        refId: String(n),
        at,
        legs: [
          { ...usdt, amount: decimalOf(-BigInt(from)) },
          { house: 'FEE', currency: 'USDT', amount: decimalOf(BigInt(from)) },
        ],
      })
    })
  await post(db, {
    book: 2,
    refType: 'gift',
    refId: user,
    at,
    legs: [
      { ...usdt, amount: decimalOf(1000n) },
      { house: 'ISSUE', currency: 'USDT', amount: decimalOf(-1000n) },
    ],
  })
  // Nobody took the wallet's lock here: the rows themselves must hold.
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => spend('300', n)))
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason as unknown)
  expect(lost).toHaveLength(47)
  for (const reason of lost) {
    expect(reason).toBeInstanceOf(Refusal)
    expect(reason).toMatchObject({ refusal: 'insufficientBalance', detail: { currency: 'USDT', needed: '0.00000300' } })
  }
  expect(await readLedgerBalances(db, user, 2)).toEqual([{ currency: 'USDT', bucket: 'AVAIL', amount: '0.00000100' }])
  expect(await findAllLedgerViolations(db)).toEqual([])
})
