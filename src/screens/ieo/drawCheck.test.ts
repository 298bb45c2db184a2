import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/apiError.ts'
import { sha256 } from '#api/priceRecord/webCrypto.ts'
import { fairness } from '#contract/calls/fairness.ts'
import type { IeoDraw } from '#contract/calls/ieo.ts'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { ieoApplicationLeafText, ieoApplicationsRoot, computeIeoAllocations, ieoSecretHash, ieoDrawSeed } from '#rules/ieo/ieoDraw.ts'
import { priceRecordHeadSigningText } from '#rules/leaf.ts'
import { verifyIeoDrawWithPriceRecord } from './drawCheck.ts'

const answers = new Map<unknown, () => unknown>()
vi.mock('#api/send.ts', () => ({ sendApiCall: async (call: unknown) => answers.get(call)?.() }))

const secret = '11'.repeat(32)
const priceRoot = '22'.repeat(32)
const terms = { supply: asDecimal('100'), cap: asDecimal('60'), lot: asDecimal('1') }
const asked = [
  { orderId: '101', num: asDecimal('90') },
  { orderId: '102', num: asDecimal('50') },
  { orderId: '103', num: asDecimal('70') },
]

async function published(over: Partial<IeoDraw> = {}): Promise<IeoDraw> {
  const leaves = asked.map((one) => ieoApplicationLeafText('tide', one))
  const root = await ieoApplicationsRoot(sha256, leaves)
  const seed = await ieoDrawSeed(sha256, secret, root, priceRoot)
  const won = await computeIeoAllocations(sha256, terms, seed, asked)
  return {
    ieoId: 'tide',
    ...terms,
    secretHash: await ieoSecretHash(sha256, secret),
    secret,
    root,
    priceDay: '2026-11-28',
    priceTreeSize: 40,
    priceRoot,
    seed,
    applications: 3,
    leafIndex: 2,
    path: [await ieoApplicationsRoot(sha256, leaves.slice(0, 2))],
    all: asked.map(({ orderId, num }, at) => [orderId, num, won[at]!]),
    ...over,
  }
}

/** The day's newest head with that root, signed by the key that the record publishes, or by another. */
async function sign({ treeSize = 40, root = priceRoot, isOther = false } = {}) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const named = await sha256(new TextEncoder().encode(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`))
  const kid = Buffer.from(named).toString('base64url')
  const head = { day: '2026-11-28', treeSize, root, ms: asInstant(1_795_871_000_000) }
  const by = isOther ? (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])).privateKey : pair.privateKey
  const signed = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    by,
    new TextEncoder().encode(priceRecordHeadSigningText(head)),
  )
  answers.set(fairness.recordHead, () => ({ ...head, kid, sig: Buffer.from(signed).toString('base64') }))
  answers.set(fairness.recordKey, () => ({ kid, publicKeyJwk: { kty: 'EC', crv: 'P-256', x, y }, previous: [] }))
}
beforeEach(() => sign())

it('finds everything right that is right, and what one wins', async () => {
  const draw = await published()
  expect(await verifyIeoDrawWithPriceRecord(draw)).toEqual({
    isSecret: true,
    isRoot: true,
    isSeed: true,
    isResult: true,
    isRecorded: true,
    mine: { isApplied: true, won: draw.all[2]![2] },
  })
})

it('finds a list, a secret or a win that was changed', async () => {
  const draw = await published()
  const richer: IeoDraw['all'] = draw.all.map(([id, num, won], at) => [id, num, at === 0 ? asDecimal('61') : won])
  expect((await verifyIeoDrawWithPriceRecord({ ...draw, all: richer })).isResult).toBe(false)
  const longer: IeoDraw['all'] = [...draw.all, ['104', asDecimal('5'), asDecimal('0')]]
  expect((await verifyIeoDrawWithPriceRecord({ ...draw, all: longer })).isRoot).toBe(false)
  expect((await verifyIeoDrawWithPriceRecord({ ...draw, secret: '33'.repeat(32) })).isSecret).toBe(false)
  expect((await verifyIeoDrawWithPriceRecord({ ...draw, path: ['44'.repeat(32)] })).mine?.isApplied).toBe(false)
})

it('finds a root that the signed price record does not have', async () => {
  await sign({ root: '55'.repeat(32) })
  expect((await verifyIeoDrawWithPriceRecord(await published())).isRecorded).toBe(false)
  await sign({ treeSize: 39 })
  expect((await verifyIeoDrawWithPriceRecord(await published())).isRecorded).toBe(false)
  await sign({ isOther: true })
  expect((await verifyIeoDrawWithPriceRecord(await published())).isRecorded).toBe(false)
})

it('says nothing of a record that could not be read', async () => {
  answers.set(fairness.recordHead, () => {
    throw new ApiError(4040, 'NOT_FOUND', 'gone')
  })
  expect((await verifyIeoDrawWithPriceRecord(await published())).isRecorded).toBeUndefined()
})

it('knows nobody who did not apply', async () =>
  expect((await verifyIeoDrawWithPriceRecord(await published({ leafIndex: null, path: [] }))).mine).toBeUndefined())
