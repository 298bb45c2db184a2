import { randomBytes } from 'node:crypto'
import { instantToWireTime } from '#contract/time.ts'

/** A new row id: the millisecond in the upper bits, 22 random bits below; at most 19 digits, in order of time, not guessable. */
export const newRowId = (nowMs: number): string => ((BigInt(nowMs) << 22n) | BigInt(randomBytes(3).readUIntBE(0, 3) & 0x3fffff)).toString()

/** Whether a text can be the id of a row at all; anything else is an id that nothing has. */
export const isRowId = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) < 1n << 63n

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** `count` random base32 characters. */
export const randomBase32 = (count: number): string => Array.from(randomBytes(count), (byte) => base32[byte & 31]).join('')

/** The two letters that order numbers begin with, and the table where what bears them is kept (docs/rules/time-and-numbers.md). */
export const orderTableByPrefix = {
  PC: 'position',
  SP: 'spot_order',
  OP: 'option_position',
  SC: 'second_order',
  FX: 'swap',
  PR: 'product_order',
  IE: 'ieo_order',
  LN: 'loan',
  RC: 'deposit',
  WD: 'withdrawal',
} as const
export type OrderPrefix = keyof typeof orderTableByPrefix

/** Two letters, yyMMddHHmmss on the wire's clock, six random base32 characters (docs/rules/time-and-numbers.md). */
export const newOrderNo = (prefix: OrderPrefix, nowMs: number): string =>
  prefix + instantToWireTime(nowMs).replace(/\D/g, '').slice(2) + randomBase32(6)
