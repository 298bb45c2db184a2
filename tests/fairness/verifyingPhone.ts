import * as z from 'zod/mini'
import { ApiError } from '#api/apiError.ts'
import { createPriceRecordWitness, type PriceRecordServerCalls } from '#api/priceRecord/witness.ts'
import { settlement as settlementCalls, type SettlementReceipt } from '#contract/calls/settlement.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { OfflineTable } from '#device/database.ts'
import type { RequestContext } from '#server/core/handlers.ts'
import type { CallHandlers } from '#server/core/handlers.ts'
import { checkSettlementReceipt, type PriceRecordReader } from '#widgets/priceRecord/checkReceipt.ts'
import { isSettlementReceiptConfirmed } from '#widgets/priceRecord/receiptCheck.ts'

/** A receipt as it travels: encoded by the call's schema, and read back. */
export const onWire = (told: SettlementReceipt): SettlementReceipt =>
  z.decode(settlementCalls.info.reply, JSON.parse(JSON.stringify(z.encode(settlementCalls.info.reply, told))))

/** As an answer of the server reaches a phone. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'notFound') throw new ApiError(404, 'NOT_FOUND', '')
    throw error
  }
}

/** A phone that keeps what it proved: `phone` is its reader of the price record, online or not; `found` is what did not fit what it had seen. */
export function verifyingPhone(
  fairness: CallHandlers<'fairness'>,
  ask: <T>(call: (context: RequestContext) => T | Promise<T>) => Promise<T>,
) {
  const shelf = new Map<string, unknown>()
  const table: OfflineTable = {
    get: async <T>(key: string) => structuredClone(shelf.get(key)) as T | undefined,
    set: async (key, value) => shelf.set(key, structuredClone(value)).has(key),
    remove: async (key) => void shelf.delete(key),
    entries: async () => [...shelf],
    clear: async () => shelf.clear(),
  }
  const found: unknown[] = []
  function phone(isOnline: boolean): PriceRecordReader {
    const send = <T>(call: (context: RequestContext) => T | Promise<T>): Promise<T> =>
      isOnline ? answered(() => ask(call)) : Promise.reject(new ApiError(0, 'NETWORK', ''))
    const source: PriceRecordServerCalls = {
      keys: async () => {
        const { previous, ...newest } = await send((context) => fairness.recordKey({}, context))
        return [newest, ...previous]
      },
      head: () => send((context) => fairness.recordHead({}, context)),
      proof: (symbol, sec) => send((context) => fairness.recordProof({ symbol, sec }, context)),
      consistency: async (day, from, to) => (await send((context) => fairness.recordConsistency({ day, from, to }, context))).path,
    }
    const witness = createPriceRecordWitness(table, source, (evidence) => found.push(evidence))
    const seen = new Map<string, ReturnType<typeof witness.check>>()
    return {
      check: (symbol, sec) => {
        const known = seen.get(`${symbol} ${sec}`) ?? witness.check(symbol, sec)
        seen.set(`${symbol} ${sec}`, known)
        return known
      },
      lines: (symbol, from, to) => send((context) => fairness.recordedTicks({ symbol, from, to }, context)),
    }
  }
  return { phone, found }
}

/** What of a receipt does not come out the same; undefined where all of it does. */
export async function differenceOf(receipt: SettlementReceipt, reader: PriceRecordReader): Promise<unknown> {
  const check = await checkSettlementReceipt(receipt, reader)
  if (isSettlementReceiptConfirmed(check)) return undefined
  return [check.wrong, check.steps?.length, check.records.map(({ used, error }) => [used.use, used.symbol, used.sec, error?.message])]
}

/** One unit more or less in the last digit. */
export const oneOff = (value: string, by: 1n | -1n): string => {
  const [whole = '', fraction = ''] = value.split('.')
  const sum = String(BigInt(whole + fraction) + by)
  const digits = sum.replace('-', '').padStart(fraction.length + 1, '0')
  const sign = sum.startsWith('-') ? '-' : ''
  return fraction ? `${sign}${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}` : sign + digits
}

/** The figures of a receipt, the prices that it read, and its result, that can be one unit more or less without being told. */
export async function untold(receipt: SettlementReceipt, reader: PriceRecordReader): Promise<string[]> {
  const names: string[] = []
  const look = async (name: string, forged: SettlementReceipt): Promise<void> => {
    if ((await checkSettlementReceipt(forged, reader)).wrong === undefined) names.push(name)
  }
  for (const by of [1n, -1n] as const) {
    for (const { name } of receipt.figures) {
      const figures = receipt.figures.map((one) => (one.name === name ? { ...one, value: asDecimal(oneOff(one.value, by)) } : one))
      await look(`${name} ${by}`, { ...receipt, figures })
    }
    for (const [at, { use, price }] of receipt.priceRecords.entries()) {
      if (price === null) continue
      const priceRecords = receipt.priceRecords.map((one, n) => (n === at ? { ...one, price: asDecimal(oneOff(price, by)) } : one))
      await look(`record ${use} ${by}`, { ...receipt, priceRecords })
    }
    const { result } = receipt
    if (result) await look(`result ${by}`, { ...receipt, result: { ...result, value: asDecimal(oneOff(result.value, by)) } })
  }
  return names
}
