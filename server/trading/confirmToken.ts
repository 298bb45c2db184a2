import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { orderPreviewExpireMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { add } from '#rules/decimal.ts'

/** Every number of a preview that the person agrees to (docs/rules/wire.md). Prices on the tick, money in USDT. */
export interface ConfirmedContractFigures {
  price: Decimal
  quantity: Decimal
  notional: Decimal
  margin: Decimal
  openFee: Decimal
  estCloseFee: Decimal
  liqPrice: Decimal
  worstLoss: Decimal
  /** Funding or overnight of a day, positive when paid; null where none is charged. */
  perDay: Decimal | null
  feeRate?: Decimal
}

interface Claims {
  user: string
  action: 'position'
  /** The order's canonical form: keys in order, decimals without idle zeros. */
  payload: string
  shown: ConfirmedContractFigures
  expireAtMs: number
}

/** Two orders that mean the same have the same canonical form, whatever the order of their keys and '1.0' or '1'. */
function canonicalOrder(order: ContractOrderRequest): string {
  const { accountType, posType, symbol, direction, orderType, slippageBps, lever } = order
  const decimals = [order.quantity, order.money, order.price, order.stopProfit, order.stopLoss].map(plain)
  return JSON.stringify([accountType, order.compId ?? null, posType, symbol, direction, orderType, slippageBps, lever, ...decimals])
}

const plain = (value: Decimal | undefined): Decimal | null => (value === undefined ? null : add(value, '0'))

/** The signing key: made by the migration, so that every server on this database signs and believes the same. */
export async function readConfirmTokenKey(sql: Sql): Promise<Buffer> {
  const [row] = await sql.query<{ secret: Buffer }>('select secret from confirm_key where id = 1')
  if (!row) throw new Error('the confirm key is missing')
  return row.secret
}

const sealOf = (key: Buffer, body: string): Buffer => createHmac('sha256', key).update(`ct1.${body}`).digest()

export function signContractConfirmToken(
  key: Buffer,
  user: string,
  order: ContractOrderRequest,
  confirmed: ConfirmedContractFigures,
  expireAtMs: number,
): string {
  const claims: Claims = { user, action: 'position', payload: canonicalOrder(order), shown: confirmed, expireAtMs }
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `ct1.${body}.${sealOf(key, body).toString('base64url')}`
}

/** What was shown, and when, if this token is ours, of this person, for this order and not expired; otherwise undefined. */
export function readContractConfirmToken(
  key: Buffer,
  token: string | undefined,
  user: string,
  order: ContractOrderRequest,
  nowMs: number,
): (ConfirmedContractFigures & { shownAtMs: number }) | undefined {
  const [version, body, seal, ...rest] = (token ?? '').split('.')
  if (version !== 'ct1' || !body || !seal || rest.length > 0) return undefined
  const signature = Buffer.from(seal, 'base64url')
  const expected = sealOf(key, body)
  // The text must be the canonical base64url too: a token has exactly one spelling.
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected) || seal !== expected.toString('base64url'))
    return undefined
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const isTheirs = claims.user === user && claims.action === 'position' && claims.payload === canonicalOrder(order)
  return isTheirs && nowMs < claims.expireAtMs ? { ...claims.shown, shownAtMs: claims.expireAtMs - orderPreviewExpireMs } : undefined
}
