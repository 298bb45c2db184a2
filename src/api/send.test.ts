import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { products } from '#contract/calls/products.ts'
import { markReadsStaleAfterWrite } from './ownWrites.ts'
import { sendApiCall } from './send.ts'

const asked: (string | undefined)[] = []
let answers: (() => Response)[] = []
const reply = (sold: number, keptAt?: number) => () =>
  new Response(JSON.stringify({ code: 200, result: [{ sold }] }), { headers: keptAt === undefined ? {} : { 'x-kept-at': String(keptAt) } })
const failed = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (_: string, { cache }: RequestInit) => {
    asked.push(cache)
    return new Promise((done) => done(answers.shift()?.()))
  })
})
afterEach(() => vi.unstubAllGlobals())

const days = () => sendApiCall(products.productDays, { id: 'fishing-boats' })

it('takes what the worker kept, as long as nothing of it was changed from here', async () => {
  answers = [reply(30_000, Date.now() - 60_000)]
  expect(await days()).toMatchObject([{ sold: 30_000 }])
  expect(asked).toEqual([undefined])
})

it('asks past a copy of before a write of ours, and takes it where nothing newer can be had', async () => {
  const before = Date.now()
  markReadsStaleAfterWrite([products.productDays.path])
  answers = [reply(30_000, before), reply(0)]
  expect(await days()).toMatchObject([{ sold: 0 }])
  expect(asked).toEqual([undefined, 'reload'])
  answers = [reply(30_000, before), failed]
  expect(await days()).toMatchObject([{ sold: 30_000 }])
  answers = [reply(0, Date.now() + 1)]
  expect(await days()).toMatchObject([{ sold: 0 }])
  expect(asked).toHaveLength(5)
})
