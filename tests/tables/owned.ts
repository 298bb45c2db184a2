import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Answer } from '../support/wire.ts'

/** Somebody who has what others may not touch. */
export interface Owner {
  db: Database
  later(): Promise<void>
  userId: string
  call(path: string, given: Record<string, unknown>): Promise<Answer>
}

/** `asked` names what is the owner's, `absent` the same of nothing; `state` is what must be the same afterwards. */
export interface Owned {
  asked: Record<string, unknown>
  absent: Record<string, unknown>
  state(): Promise<unknown>
}

const nowhere = '999999999999999999'
const rowOf = (db: Database, table: string, id: string) => () => db.query(`select * from ${table} where id::text = $1`, [id])

/** A running contract of the owner. */
async function position(owner: Owner, over: Record<string, unknown> = {}): Promise<string> {
  await owner.later()
  const payload = {
    accountType: 2,
    posType: 2,
    symbol: 'BTCUSDT',
    direction: 1,
    orderType: 1,
    slippageBps: 200,
    money: '100',
    lever: 2,
    ...over,
  }
  const shown = await owner.call('/api/trade/preview', { action: 'position', payload })
  const { result } = await owner.call('/api/trade/appTradePositions/create', { ...payload, confirmToken: shown.result.confirmToken })
  if (result?.id === undefined) throw new Error(`no position: ${JSON.stringify(shown.envelope)}`)
  return result.id
}

const ofPosition =
  (rest: Record<string, unknown> = {}, over: Record<string, unknown> = {}) =>
  async (owner: Owner): Promise<Owned> => {
    const id = await position(owner, over)
    return { asked: { id, ...rest }, absent: { id: nowhere, ...rest }, state: rowOf(owner.db, 'position', id) }
  }

const waiting = { orderType: 2, price: '50000' }

/** By path: something of the owner's to try that row with. */
export const ownedBy: Record<string, (owner: Owner) => Promise<Owned>> = {
  '/api/trade/appTradePositions/close/:id': ofPosition(),
  '/api/trade/appTradePositions/updateStopLoss': ofPosition({ stopProfit: null, stopLoss: '40000' }),
  '/api/trade/appTradePositions/addMargin': ofPosition({ money: '10' }),
  '/api/trade/appTradePositions/closePart': ofPosition({ quantity: '0.001' }),
  '/api/trade/appTradePositions/cancelLimit': ofPosition({}, waiting),
  '/api/trade/appFlashExchangeLog/flashExchange': async ({ call, db }) => {
    const { result } = await call('/api/trade/appFlashExchangeLog/quote', {
      fromCurrency: 'USDT',
      toCurrency: 'BTC',
      fromAmount: '100',
      accountType: '2',
    })
    const rest = { quoteId: result.quoteId as string }
    return { asked: rest, absent: { quoteId: randomUUID() }, state: () => db.query('select count(*) from swap') }
  },
  '/api/finance/settlementInfo': async (owner) => {
    const refId = await position(owner)
    return {
      asked: { refType: 'position', refId },
      absent: { refType: 'position', refId: nowhere },
      state: rowOf(owner.db, 'position', refId),
    }
  },
  '/api/trade/alert/save': async ({ call, db }) => {
    const alert = { symbol: 'BTCUSDT', op: '>=', price: '70000', once: true, channels: ['inbox'] }
    const { result } = await call('/api/trade/alert/save', alert)
    const other = { ...alert, price: '1' }
    return { asked: { ...other, id: result.id }, absent: { ...other, id: nowhere }, state: rowOf(db, 'price_alert', result.id) }
  },
  '/api/trade/alert/remove': async ({ call, db }) => {
    const { result } = await call('/api/trade/alert/save', { symbol: 'BTCUSDT', op: '>=', price: '70001', once: true, channels: ['inbox'] })
    return { asked: { id: result.id }, absent: { id: nowhere }, state: rowOf(db, 'price_alert', result.id) }
  },
  '/api/user/session/revoke': async ({ call, db }) => {
    const { result } = await call('/api/user/session/list', {})
    const id = result[0].id as string
    return { asked: { id }, absent: { id: nowhere }, state: () => db.query('select ended_ms from session where id = $1', [id]) }
  },
  '/api/content/appNotice/markRead': async ({ db, userId }) => {
    await db.query(
      `insert into inbox_notice (user_id, type, kind, params, link, ref_type, ref_id, created_ms) values ($1, 'system', 'demoReset', '{}', '', 'demo', '1', 1)`,
      [userId],
    )
    const [row] = await db.query<{ id: string }>('select id from inbox_notice where user_id = $1 order by id desc limit 1', [userId])
    const own = row?.id ?? ''
    return {
      asked: { ids: [own] },
      absent: { ids: [nowhere] },
      state: () => db.query('select read_ms from inbox_notice where id = $1', [own]),
    }
  },
}

/** Rows with an id that is nobody's: of markets, articles and terms, the same for everybody. */
export const sharedIds: Record<string, string> = {
  '/api/trade/appSymbol/list': 'markets',
  '/api/content/appHelpInfo/queryById': 'articles',
  '/api/trade/appSecondContractOrder/buy': 'terms',
  '/api/app/walletNonce': 'chains',
  '/api/trade/preview': 'terms',
  '/api/trade/appTradePositions/create': 'options of the chain',
}
