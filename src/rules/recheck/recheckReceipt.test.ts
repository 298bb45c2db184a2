import { describe, expect, it } from 'vitest'
import { decimalSchema } from '#contract/decimalSchema.ts'
import { recheckReceipt, findReceiptResultMismatch } from './recheckReceipt.ts'
import type { RecheckableReceipt } from './recheckReader.ts'

const inputs = (of: Record<string, string>) => Object.entries(of).map(([name, value]) => ({ name, value }))
const figures = inputs
const at = (use: string, symbol: string, sec: number, price: string | null) => ({ use, symbol, sec, price })
const wrong = (receipt: RecheckableReceipt) => recheckReceipt(receipt)?.flatMap(({ name, isSame }) => (isSame ? [] : [name]))

describe('a contract from its receipt (docs/rules/contracts.md, C1, C3, C6, C7)', () => {
  const terms = {
    direction: '1',
    lever: '10',
    contractSize: '1',
    feeRate: '0.0005',
    spreadBps: '2',
    tick: '0.01',
    quote: 'USDT',
    funding: '0',
    addedMargin: '0',
  }
  const c1: RecheckableReceipt = {
    formula: 'contract',
    state: 'done',
    inputs: inputs({ ...terms, quantity: '0.1', orderQuantity: '0.1', margin: '600.06', openFee: '3.0003' }),
    priceRecords: [at('open', 'BTCUSDT', 1, '60000.0000000000'), at('close', 'BTCUSDT', 9, '61000.0000000000')],
    figures: figures({
      openPrice: '60006.00',
      orderMargin: '600.06000000',
      orderOpenFee: '3.00030000',
      closePrice: '60993.90',
      profit: '98.79000000',
      closeFee: '3.04969500',
      returned: '695.80030500',
      net: '92.74000500',
    }),
  }
  it('is the same to the last digit, and every number stands in its formula', () => {
    expect(wrong(c1)).toEqual([])
    const said = Object.fromEntries((recheckReceipt(c1) ?? []).map(({ name, text }) => [name, text]))
    expect(said).toMatchObject({
      openPrice: '60000 × (1 + 2 ÷ 20000) ↑ 0.01',
      profit: '0.1 × 1 × (60993.9 − 60006)',
      returned: '600.06 + 98.79 − 3.049695',
      net: '695.800305 − 600.06 − 3.0003',
    })
  })
  it.each(['openPrice', 'orderMargin', 'orderOpenFee', 'closePrice', 'profit', 'closeFee', 'returned', 'net'])(
    'one digit in %s shows',
    (name) => {
      const forged = c1.figures.map((one) =>
        one.name === name ? { ...one, value: one.value.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`) } : one,
      )
      expect(wrong({ ...c1, figures: forged })).toEqual([name])
    },
  )
  it('another price gives another result, and a missing one none', () => {
    const forged = [c1.priceRecords[0]!, at('close', 'BTCUSDT', 9, '61001.0000000000')]
    expect(wrong({ ...c1, priceRecords: forged })).toEqual(expect.arrayContaining(['closePrice', 'profit', 'net']))
    expect(recheckReceipt({ ...c1, priceRecords: c1.priceRecords.slice(0, 1) })).toBeUndefined()
  })
  it('a gap is covered', () => {
    const gap = { ...c1, priceRecords: [c1.priceRecords[0]!, at('close', 'BTCUSDT', 9, '50000')] }
    const computed = Object.fromEntries((recheckReceipt(gap) ?? []).map(({ name, value }) => [name, value]))
    expect(computed).toMatchObject({
      closePrice: '49995.00',
      covered: '401.04000000',
      closeFee: '0.00000000',
      returned: '0.00000000',
      net: '-603.06030000',
    })
  })
  it('charges are computed, and one that was not owed in full is no lie', () => {
    const charged = (amount: string): RecheckableReceipt => ({
      ...c1,
      inputs: [...c1.inputs, ...inputs({ 'rate@28800': '0.0001', 'quantity@28800': '0.1', 'kind@28800': 'funding', 'nights@28800': '1' })],
      priceRecords: [...c1.priceRecords, at('mark@28800', 'BTCUSDT', 28800, '60000')],
      figures: [...c1.figures, { name: 'charge@28800', value: amount }],
    })
    expect(wrong(charged('0.60000000'))).toEqual([])
    expect(wrong(charged('0.20000000'))).toEqual([])
    expect(wrong(charged('0.60000001'))).toEqual(['charge@28800'])
  })
  it('a charge is what was paid of it, neither more nor less, and all of them come to what was charged', () => {
    const rate = { 'rate@28800': '0.0001', 'quantity@28800': '0.1', 'kind@28800': 'funding', 'nights@28800': '1' }
    const charged = (amount: string, paid: string, funding: string): RecheckableReceipt => ({
      ...c1,
      inputs: [...c1.inputs.filter(({ name }) => name !== 'funding'), ...inputs({ ...rate, 'charged@28800': paid, funding })],
      priceRecords: [...c1.priceRecords, at('mark@28800', 'BTCUSDT', 28800, '60000')],
      figures: [...c1.figures.filter(({ name }) => name !== 'net'), { name: 'charge@28800', value: amount }],
    })
    expect(wrong(charged('0.60000000', '0.60000000', '-0.60000000'))).toEqual([])
    expect(wrong(charged('0.20000000', '0.20000000', '-0.20000000'))).toEqual([])
    expect(wrong(charged('0.19999999', '0.20000000', '-0.20000000'))).toEqual(['charge@28800'])
    expect(wrong(charged('0.60000000', '0.60000000', '-0.60000001'))).toEqual(['funding'])
    // More than by the published rate was never owed.
    expect(wrong(charged('0.60000001', '0.60000001', '-0.60000001'))).toEqual(['charge@28800', 'funding'])
  })
  it.each([
    [{ value: '92.74000500' }, undefined],
    [{ value: '92.74000501' }, { shown: '92.74000501', computed: '92.74000500' }],
    [
      { value: '92.74000500', unit: 'BTC' },
      { shown: '92.74000500', computed: '92.74000500' },
    ],
    [
      { name: 'gift', value: '92.74000500' },
      { shown: '92.74000500', computed: '' },
    ],
  ])('what it says it came to, %j, is looked at too', (told, found) => {
    const result = { name: 'net', unit: 'USDT', ...told }
    expect(findReceiptResultMismatch({ ...c1, result }, recheckReceipt(c1) ?? [])).toEqual(found)
  })
  it('C7: yen become USDT by the record of the same second', () => {
    const c7: RecheckableReceipt = {
      formula: 'contract',
      state: 'done',
      inputs: inputs({
        ...terms,
        direction: '2',
        lever: '30',
        feeRate: '0.00005',
        spreadBps: '1',
        tick: '0.001',
        quote: 'JPY',
        conversion: 'divide',
        quantity: '10000',
        orderQuantity: '10000',
        margin: '333.31612903',
        openFee: '0.49997419',
      }),
      priceRecords: [
        at('open', 'USDJPY', 1, '155'),
        at('openRate', 'USDJPY', 1, '155'),
        at('close', 'USDJPY', 9, '153.5'),
        at('closeRate', 'USDJPY', 9, '153.5'),
      ],
      figures: figures({
        openPrice: '154.992',
        orderMargin: '333.31612903',
        orderOpenFee: '0.49997419',
        closePrice: '153.508',
        profit: '96.67752442',
        closeFee: '0.50002605',
        net: '95.67752418',
      }),
    }
    expect(wrong(c7)).toEqual([])
  })
})

describe('a second contract from its receipt (docs/rules/timed-contracts.md, B1, B2)', () => {
  const b1 = (close: string | null, state = 'done'): RecheckableReceipt => ({
    formula: 'second',
    state,
    inputs: inputs({ symbol: 'BTCUSDT', type: '1', money: '100', odds: '0.85', seconds: '300', acceptedMs: '1795190400300' }),
    priceRecords: [
      at('open', 'BTCUSDT', 1795190401, '60000.1234567890'),
      ...(close === null
        ? [0, 1, 2].map((more) => at('close', 'BTCUSDT', 1795190701 + more, null))
        : [at('close', 'BTCUSDT', 1795190701, close)]),
    ],
    figures: [],
  })
  const outcome = (receipt: RecheckableReceipt) =>
    Object.fromEntries((recheckReceipt(receipt) ?? []).map(({ name, value }) => [name, value]))
  it.each([
    ['60000.1234567891', '1', '185.00000000', '85.00000000'],
    ['60000.1234567889', '2', '0.00000000', '-100.00000000'],
    ['60000.1234567890', '3', '100.00000000', '0.00000000'],
    [null, '4', '100.00000000', '0.00000000'],
  ])('closing at %s: result %s, payout %s', (close, result, payout, net) => {
    expect(outcome(b1(close))).toMatchObject({ openSec: '1795190401', closeSec: '1795190701', outcome: result, payout, net })
  })
  it('before it is over only the seconds and the opening price', () => {
    expect(Object.keys(outcome(b1(null, 'running')))).toEqual(['openSec', 'closeSec', 'openPrice'])
  })
  it('a record outside of the two seconds of grace decides nothing', () => {
    const late = { ...b1(null), priceRecords: [...b1(null).priceRecords, at('close', 'BTCUSDT', 1795190704, '70000')] }
    expect(outcome(late)).toMatchObject({ outcome: '4', payout: '100.00000000' })
  })
  it('a second that is not listed, or of another market, does not pass for one without a record', () => {
    const told = b1(null).priceRecords
    expect(recheckReceipt({ ...b1(null), priceRecords: told.slice(0, 1) })).toBeUndefined()
    expect(recheckReceipt({ ...b1(null), priceRecords: told.slice(0, 3) })).toBeUndefined()
    const skipped = [told[0]!, at('close', 'BTCUSDT', 1795190702, '59000')]
    expect(recheckReceipt({ ...b1(null), priceRecords: skipped })).toBeUndefined()
    const elsewhere = [told[0]!, at('close', 'ETHUSDT', 1795190701, '59000')]
    expect(recheckReceipt({ ...b1(null), priceRecords: elsewhere })).toBeUndefined()
  })
})

describe('spot and swap from their receipts (docs/rules/{spot,swaps}.md)', () => {
  const spot = (of: Record<string, string>, booked: Record<string, string>): RecheckableReceipt => ({
    formula: 'spot',
    state: 'done',
    inputs: inputs({ direction: '1', base: 'BTC', spreadBps: '2', tick: '0.01', ...of }),
    priceRecords: [at('price', 'BTCUSDT', 1, '60000')],
    figures: figures(booked),
  })
  it('S1 by money, by quantity, and a sale', () => {
    expect(
      wrong(
        spot(
          { asked: 'money', money: '1000' },
          { price: '60006.00', fee: '1.00000000', quantity: '0.01664833', give: '1000.00000000', get: '0.01664833' },
        ),
      ),
    ).toEqual([])
    expect(
      wrong(spot({ asked: 'quantity', quantity: '0.01664' }, { fee: '0.99849984', notional: '998.49984000', give: '999.49833984' })),
    ).toEqual([])
    expect(
      wrong(
        spot(
          { direction: '2', asked: 'quantity', quantity: '0.1' },
          { price: '59994.00', notional: '5999.40000000', fee: '5.99940000', get: '5993.40060000' },
        ),
      ),
    ).toEqual([])
    expect(wrong(spot({ asked: 'money', money: '1000' }, { fee: '1.00000001' }))).toEqual(['fee'])
  })
  it('F1 and F2', () => {
    const swap = (
      of: Record<string, string>,
      records: RecheckableReceipt['priceRecords'],
      booked: Record<string, string>,
    ): RecheckableReceipt => ({
      formula: 'swap',
      state: 'done',
      inputs: inputs(of),
      priceRecords: records,
      figures: figures(booked),
    })
    expect(
      wrong(
        swap({ fromCurrency: 'BTC', toCurrency: 'USDT', asked: 'from', fromAmount: '0.05' }, [at('from', 'BTCUSDT', 1, '60000')], {
          rate: '59940',
          toAmount: '2997.00000000',
          costUsdt: '3.00000000',
        }),
      ),
    ).toEqual([])
    expect(
      wrong(
        swap({ fromCurrency: 'USDT', toCurrency: 'ETH', asked: 'from', fromAmount: '1000' }, [at('to', 'ETHUSDT', 1, '3000')], {
          rate: '3003',
          toAmount: '0.33300033',
        }),
      ),
    ).toEqual([])
    expect(
      wrong(
        swap({ fromCurrency: 'USDT', toCurrency: 'ETH', asked: 'from', fromAmount: '1000' }, [at('to', 'ETHUSDT', 1, '3000')], {
          toAmount: '0.33300034',
        }),
      ),
    ).toEqual(['toAmount'])
  })
})

it('of a spot order that was cancelled all that was set aside came back', () => {
  const receipt = (reserved: string, returned: string): RecheckableReceipt => ({
    formula: 'spot',
    state: 'cancelled',
    inputs: inputs({ direction: '1', base: 'BTC', reserved }),
    priceRecords: [],
    figures: figures({ returned }),
  })
  expect(wrong(receipt('1000.00000000', '1000.00000000'))).toEqual([])
  expect(wrong(receipt('1000.00000000', '999.99999999'))).toEqual(['returned'])
})

it('of a fee for leaving neither more nor less is shown than was taken, and no more was taken than may be', () => {
  const left = (fee: string, taken: string): RecheckableReceipt => ({
    formula: 'hostingOrder',
    state: 'done',
    inputs: inputs({ money: '10000', unit: 'USDT', feeRate: '0.005', accrued: '21.35', exitFee: taken }),
    priceRecords: [],
    figures: figures({ fee }),
  })
  // One more income came after it was asked for.
  expect(wrong(left('18.30000000', '18.3'))).toEqual([])
  expect(wrong(left('18.29999999', '18.3'))).toEqual(['fee'])
  expect(wrong(left('21.35000001', '21.35000001'))).toEqual(['fee'])
})

it('the rate of a pledged day has as many digits as the wire, and its income is computed from all', () => {
  const pledged: RecheckableReceipt = {
    formula: 'pledge',
    state: 'done',
    inputs: inputs({ symbol: 'ETH', day: '2026-11-21', commission: '0.1', weight: '36.5', paid: '1', unit: 'ETH' }),
    priceRecords: [at('stake', 'STAKE:ETH', Date.parse('2026-11-20T16:00:01Z') / 1000, '0.0320000000')],
    figures: figures({ dayRate: '0.000078904109589041', income: '0.00288000' }),
  }
  expect(wrong(pledged)).toEqual([])
  expect(recheckReceipt(pledged)?.every(({ value }) => decimalSchema.safeParse(value).success)).toBe(true)
})

it('what no rule of ours is for is not judged', () => {
  expect(recheckReceipt({ formula: 'unheard', state: 'done', inputs: [], priceRecords: [], figures: [] })).toBeUndefined()
})
