import { describe, expect, it } from 'vitest'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, compareDecimals, divide, isMultipleOf, multiply, subtract, truncate } from '../decimal.ts'
import {
  type IeoApplication,
  ieoApplicationLeafText,
  ieoApplicationsRoot,
  computeIeoAllocations,
  type IeoDrawTerms,
  isIeoApplicationIncluded,
  type PublishedIeoDraw,
  verifyIeoDraw,
  ieoSecretHash,
  ieoDrawSeed,
} from './ieoDraw.ts'
import { merkleLeafPreimage, merkleNodePreimage, merklePathRanges, hexOfBytes } from '../merkle.ts'

type Bytes = Uint8Array<ArrayBuffer>
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const hashHex = async (text: string) => hexOfBytes(await sha256(new TextEncoder().encode(text)))
const bytesOf = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const d = asDecimal
const seed = 'ab'.repeat(32)

const terms = (supply: string, cap: string, lot = '1'): IeoDrawTerms => ({ supply: d(supply), cap: d(cap), lot: d(lot) })
const asking = (...nums: string[]): IeoApplication[] => nums.map((num, at) => ({ orderId: String(1000 + at), num: d(num) }))
const draw = async (of: IeoDrawTerms, nums: string[], by = seed) => computeIeoAllocations(sha256, of, by, asking(...nums))
const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, one) => add(total, one), d('0'))

describe('the draw', () => {
  it('I1: gives what is above the cap to the others and the lots left over to the largest remainders', async () => {
    const won = await draw(terms('200000', '60000'), ['500000', '300000', '100000', '50000', '20000'])
    expect(won).toEqual(['60000', '60000', '47059', '23529', '9412'])
    expect(sum(won)).toBe('200000')
    expect(multiply(won[0]!, '0.05')).toBe('3000')
    // The shares before they are made whole.
    const shares = ['100000', '50000', '20000'].map((num) => divide(multiply('80000', num), '170000'))
    expect(shares.map((share) => truncate(add(share, '0.00005'), 4))).toEqual(['47058.8235', '23529.4118', '9411.7647'])
  })

  it('gives everyone the smaller of request and cap where there is enough, whatever the seed', async () => {
    expect(await draw(terms('200000', '60000'), ['500000', '100', '7'])).toEqual(['60000', '100', '7'])
    // Exactly enough is enough.
    expect(await draw(terms('100', '60'), ['60', '40'])).toEqual(['60', '40'])
    expect(await draw(terms('100', '60'), [])).toEqual([])
  })

  it('draws ties by SHA-256(seed ‖ order id), smallest first', async () => {
    const nums = ['10', '10', '10', '10', '10', '10', '10']
    const byHash = await Promise.all(
      asking(...nums).map(async ({ orderId }, at) => ({
        at,
        hash: hexOfBytes(await sha256(Uint8Array.from([...bytesOf(seed), ...new TextEncoder().encode(orderId)]))),
      })),
    )
    const lucky = new Set(
      byHash
        .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
        .slice(0, 3)
        .map(({ at }) => at),
    )
    // 24 among 7: three each, three over.
    expect(await draw(terms('24', '10'), nums)).toEqual(nums.map((_, at) => (lucky.has(at) ? '4' : '3')))
    const others = await Promise.all(['01', '02', '03', '04'].map((pair) => draw(terms('24', '10'), nums, pair.repeat(32))))
    expect(new Set(others.map(String)).size).toBeGreaterThan(1)
  })

  it('goes by lots, also by parts of a token', async () => {
    const won = await draw(terms('1', '0.5', '0.1'), ['2', '0.3', '0.3'])
    expect(won[0]).toBe('0.5')
    expect(won.slice(1).toSorted()).toEqual(['0.2', '0.3'])
  })

  it('holds for anything that can be asked for (400 draws)', async () => {
    let state = 7
    const chance = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (let round = 0; round < 400; round++) {
      const lot = ['1', '10', '0.5', '0.001', '7'][chance(5)]!
      const lots = (most: number) => multiply(String(1 + chance(most)), lot)
      const of: IeoDrawTerms = { supply: lots(100_000), cap: lots(chance(2) ? 50 : 60_000), lot: d(lot) }
      const most = [3, 100, 1_000_000][chance(3)]!
      const nums = Array.from({ length: chance(40) }, () => lots(most))
      const won = await draw(of, nums, await hashHex(String(round)))
      const wanted = nums.map((num) => (compareDecimals(num, of.cap) < 0 ? num : of.cap))
      const total = sum(won)
      const isShort = compareDecimals(sum(wanted), of.supply) > 0
      const said = JSON.stringify({ of, nums, won })
      // All is given out or everybody has what was asked; nobody more than asked or the cap; whole lots.
      expect(compareDecimals(total, isShort ? of.supply : sum(wanted)), said).toBe(0)
      for (const [at, one] of won.entries()) {
        expect(compareDecimals(one, wanted[at]!), said).toBeLessThanOrEqual(0)
        expect(isMultipleOf(one, lot), said).toBe(true)
      }
      // Whoever asked for more never gets less; the same wish differs by one lot at most.
      for (const [a, left] of nums.entries()) {
        for (const [b, right] of nums.entries()) {
          if (compareDecimals(left, right) > 0) expect(compareDecimals(won[a]!, won[b]!), said).toBeGreaterThanOrEqual(0)
          if (compareDecimals(left, right) === 0) expect(compareDecimals(subtract(won[a]!, won[b]!), lot), said).toBeLessThanOrEqual(0)
        }
      }
    }
  })

  it('is within a lot of the exact share of everybody below the cap', async () => {
    const nums = ['777', '1234', '90', '4567', '12', '600', '600', '33']
    const won = await draw(terms('3000', '1000'), nums)
    // 4567 is cut, and 1234 is below the cap then.
    expect(won[3]).toBe('1000')
    const rest = sum(nums.filter((_, at) => at !== 3).map(d))
    for (const [at, num] of nums.entries()) {
      if (at === 3) continue
      const share = divide(multiply('2000', num), rest)
      expect(Math.abs(Number(subtract(won[at]!, share)))).toBeLessThan(1)
    }
  })

  it('does 20,000 applications in a moment', async () => {
    const many = Array.from(
      { length: 20_000 },
      (_, at): IeoApplication => ({ orderId: String(at), num: d(String(1 + ((at * 7919) % 5000))) }),
    )
    const won = await computeIeoAllocations(sha256, terms('200000', '60'), seed, many)
    expect(sum(won)).toBe('200000')
  })
})

async function published(): Promise<PublishedIeoDraw> {
  const of = terms('24', '10')
  const applications = asking('10', '10', '10', '10', '10', '10', '10')
  const secret = '0c'.repeat(32)
  const root = await ieoApplicationsRoot(
    sha256,
    applications.map((one) => ieoApplicationLeafText('tidewater', one)),
  )
  const priceRoot = 'cb'.repeat(32)
  const by = await ieoDrawSeed(sha256, secret, root, priceRoot)
  const won = await computeIeoAllocations(sha256, of, by, applications)
  return {
    ...of,
    ieoId: 'tidewater',
    secret,
    secretHash: await ieoSecretHash(sha256, secret),
    root,
    priceRoot,
    seed: by,
    all: applications.map(({ orderId, num }, at) => [orderId, num, won[at]!] as const),
  }
}

describe('drawing again', () => {
  const holds = async (of: PublishedIeoDraw) => {
    const { isSecret, isRoot, isSeed, isResult } = await verifyIeoDraw(sha256, of)
    return { isSecret, isRoot, isSeed, isResult }
  }
  const allHold = { isSecret: true, isRoot: true, isSeed: true, isResult: true }

  it('finds what was published', async () => {
    const of = await published()
    expect(await holds(of)).toEqual(allHold)
    expect((await verifyIeoDraw(sha256, of)).won.get('1003')).toBe(of.all[3]![2])
  })

  it('finds every lie', async () => {
    const of = await published()
    expect(await holds({ ...of, secret: '0d'.repeat(32) })).toMatchObject({ isSecret: false, isSeed: false })
    expect(await holds({ ...of, secretHash: '0d'.repeat(32) })).toEqual({ ...allHold, isSecret: false })
    expect(await holds({ ...of, priceRoot: '0d'.repeat(32) })).toMatchObject({ isSeed: false, isRoot: true })
    expect(await holds({ ...of, all: of.all.slice(1) })).toMatchObject({ isRoot: false, isSeed: false })
    expect(await holds({ ...of, all: of.all.toReversed() })).toMatchObject({ isRoot: false })
    const [first, second, ...others] = of.all
    expect(await holds({ ...of, all: [[first![0], d('9'), first![2]], second!, ...others] })).toMatchObject({ isRoot: false })
    const swapped = of.all.map(([id, num, won]) => [id, num, d(won === '4' ? '3' : '4')] as const)
    expect(await holds({ ...of, all: swapped })).toEqual({ ...allHold, isResult: false })
    expect(await holds({ ...of, supply: d('25') })).toEqual({ ...allHold, isResult: false })
  })

  it('leads from each application to the root, and from none that was changed', async () => {
    const of = await published()
    const leaves = of.all.map(([orderId, num]) => ieoApplicationLeafText(of.ieoId, { orderId, num }))
    for (const at of leaves.keys()) {
      const path = await Promise.all(
        merklePathRanges(at, leaves.length).map(({ start, end }) => ieoApplicationsRoot(sha256, leaves.slice(start, end))),
      )
      expect(await isIeoApplicationIncluded(sha256, of, at, path)).toBe(true)
      const other = of.all.map((one, index) => (index === at ? ([one[0], d('11'), one[2]] as const) : one))
      expect(await isIeoApplicationIncluded(sha256, { ...of, all: other }, at, path)).toBe(false)
    }
    expect(await isIeoApplicationIncluded(sha256, of, 7, [])).toBe(false)
  })

  it('hashes exactly what is said to be hashed', async () => {
    expect(ieoApplicationLeafText('tidewater', { orderId: '12', num: d('500') })).toBe('ieo-v1|tidewater|12|500')
    const node = await sha256(merkleNodePreimage(await sha256(merkleLeafPreimage('x')), await sha256(merkleLeafPreimage('y'))))
    expect(await ieoApplicationsRoot(sha256, ['x', 'y'])).toBe(hexOfBytes(node))
    expect(await ieoApplicationsRoot(sha256, [])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    const parts = ['01', '02', '03'].map((pair) => pair.repeat(32))
    expect(await ieoDrawSeed(sha256, parts[0]!, parts[1]!, parts[2]!)).toBe(hexOfBytes(await sha256(bytesOf(parts.join('')))))
  })
})
