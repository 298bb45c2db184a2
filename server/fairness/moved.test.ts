import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { type HouseBucket, type Leg, post } from '#ledger/ledger.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import type { AppContext } from '../core/appContext.ts'
import { settlementHandlers } from './settlement.ts'

const at = asInstant(1_795_000_000_000)
let db: Database
let info: (refType: string, refId: string, userId?: string) => Promise<Record<string, unknown>>

const mine = (bucket: 'AVAIL' | 'FROZEN', amount: string, type: 2 | 3 | 4 | 8 | 37): Leg => ({
  user: '5',
  currency: 'USDT',
  bucket,
  amount: asDecimal(amount),
  type,
})
const house = (bucket: HouseBucket, amount: string): Leg => ({ house: bucket, currency: 'USDT', amount: asDecimal(amount) })
const book = (refType: string, refId: string, legs: Leg[], remark = '') => post(db, { book: 1, refType, refId, remark, at, legs })

beforeAll(async () => {
  db = await testDatabase()
  const parts = { config: { marketFeed: { kind: 'sim' } }, db, market: { specs: [] }, clock: { now: () => at } }
  const { info: ask } = settlementHandlers(parts as unknown as AppContext, [])
  info = async (refType, refId, userId = '5') => {
    const reply = await ask({ refType, refId }, { sql: db, visitor: { userId, isGuest: true } } as never)
    return reply
  }
  await book('grant', '1', [mine('AVAIL', '1000', 8), house('CLEARING', '-1000')])
})
afterAll(() => db.close())

it('shows a withdrawal while it waits, and what it came to once it is over', async () => {
  await book('withdrawal', '7', [mine('FROZEN', '500', 2), mine('AVAIL', '-500', 2)])
  expect(await info('withdrawal', '7')).toMatchObject({
    what: 'withdrawal',
    formula: 'moved',
    state: 'running',
    result: { name: 'moved', value: '-500.00000000', unit: 'USDT' },
  })
  await book('withdrawal', '7', [mine('FROZEN', '-500', 4), mine('AVAIL', '500', 4)])
  const over = await info('withdrawal', '7')
  expect(over).toMatchObject({ state: 'done', result: { value: '0.00000000' } })
  expect(over['postings']).toHaveLength(2)
})

it('says why staff corrected a balance, and nothing to anybody else', async () => {
  await book('adjustment', '9', [mine('AVAIL', '12.5', 37), house('CLEARING', '-12.5')], 'Fee charged twice')
  expect(await info('adjustment', '9')).toMatchObject({
    state: 'done',
    inputs: expect.arrayContaining([{ name: 'remark', value: 'Fee charged twice', source: 'ledger' }]),
    result: { value: '12.50000000' },
  })
  await expect(info('adjustment', '9', '6')).rejects.toBeInstanceOf(Refusal)
  await expect(info('adjustment', '10')).rejects.toMatchObject({ refusal: 'notFound' })
})
