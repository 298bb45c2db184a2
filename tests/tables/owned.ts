import { randomUUID } from 'node:crypto'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import type { Answer } from '../support/wire.ts'

/** Somebody who has what others may not touch. */
export interface Owner {
  db: Database
  later(): Promise<void>
  userId: string
  call(path: string, given: Record<string, unknown>): Promise<Answer>
}

/** `params` name what is the owner's, `absent` the same of nothing; `state` is what must be the same afterwards. */
export interface Owned {
  params: Record<string, unknown>
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
    return { params: { id, ...rest }, absent: { id: nowhere, ...rest }, state: rowOf(owner.db, 'position', id) }
  }

const waiting = { orderType: 2, price: '50000' }

/** The withdrawal password of whoever tries, so that the proof is not what stops them. */
export const strangersProof = { safePassword: '135790' }
let made = 0
/** An id that the database has not seen. */
const nextId = (): string => String(4_000_000_000_000_000n + BigInt(++made))

/** A picture of the owner's. */
async function file({ db, userId }: Owner, biz: string): Promise<string> {
  const id = nextId()
  await db.query(
    `insert into upload (id, user_id, biz, name, type, size, sha256, width, height, key_id, content, created_ms)
     values ($1, $2, $3, 'a.jpg', 'image/jpeg', 1, repeat('0', 64), 900, 900, 'k', '\\x00', 1)`,
    [id, userId, biz],
  )
  return id
}

/** An address in the owner's book, known long enough. */
async function address({ db, userId }: Owner): Promise<string> {
  const id = nextId()
  await db.query(
    `insert into withdrawal_account (id, user_id, type, currency, chain_type, address, label, cool_until_ms, is_vouched, created_ms)
     values ($1, $2, 2, 'USDT', 'ERC20', $3, 'mine', 1, true, 1)`,
    [id, userId, `0x${id.padStart(40, '0')}`],
  )
  return id
}

/** A withdrawal of the owner's that waits. */
async function withdrawal({ db, userId }: Owner): Promise<string> {
  const id = nextId()
  await db.query(
    `insert into withdrawal (id, order_no, user_id, currency, chain_type, money, fee, usdt_value, day, address, is_young, phase, review_by_ms,
       created_ms, updated_ms)
     values ($1, $2, $3, 'USDT', 'ERC20', 50, 1, 50, '2026-11-21', '0x0', false, 'review', 1795290400000, 1, 1)`,
    [id, `WD${id}`, userId],
  )
  return id
}

/** A running order of an earn product, with the money in it. */
const ofProductOrder = async ({ db, userId }: Owner): Promise<Owned> => {
  const id = nextId()
  const [currency, amount] = ['USDT', asDecimal('100')]
  const legs = [
    { user: userId, currency, bucket: 'INVEST' as const, amount, type: balanceRecordType.productBuy },
    { house: 'ISSUE' as const, currency, amount: negate(amount) },
  ]
  await db.transaction((sql) => post(sql, { book: accountTypes.demo, refType: 'owned', refId: id, at: asInstant(1), legs }))
  await db.query(
    `insert into product (id, type, currency, income_currency, days, rate_max, min_money, max_money, step_money, risk_grade, place, since_day)
     values ('theirs', 1, 'USDT', 'USDT', 7, 0, 1, 1000, 1, 1, 1, '2026-11-22') on conflict do nothing`,
  )
  await db.query(
    `insert into product_sold as sold (product_id, book, amount) values ('theirs', 2, 100)
     on conflict (product_id, book) do update set amount = sold.amount + 100`,
  )
  await db.query(
    `insert into product_order (id, order_no, product_id, user_id, account_type, type, currency, income_currency, money, weight, bought_ms,
       days, held, terms)
     values ($1, $2, 'theirs', $3, 2, 1, 'USDT', 'USDT', 100, 100, 1, 7, 100, '{"exitFeeRate": "0"}')`,
    [id, `PR${id}`, userId],
  )
  return { params: { id }, absent: { id: nowhere }, state: rowOf(db, 'product_order', id) }
}

/** The project that an application is for. */
export const projectOf = (orderId: string): string => `ieo${orderId}`

/** An application of the owner's: open, or won. */
const ofIeoOrder =
  (drawn: boolean) =>
  async ({ db, userId }: Owner): Promise<Owned> => {
    const id = nextId()
    const project = projectOf(id)
    await db.query(
      `insert into ieo (id, token, currency, estimate_price, win_price, supply, user_cap, lot, apply_max, apply_start_ms, apply_end_ms,
         draw_ms, pay_end_ms, secret_hash, secret_sealed, is_example, place)
       values ($1, $1, 'USDT', 1, 1, 100, 100, 1, 100, 1, 1795290400000, 1795290400000, 1795290500000, repeat('0', 64), '\\x00', true, 1)`,
      [project],
    )
    await db.query('insert into ieo_order (id, order_no, ieo_id, user_id, num, created_ms) values ($1, $2, $3, $4, 10, 1)', [
      id,
      `IE${id}`,
      project,
      userId,
    ])
    await db.query('update ieo set applicants = 1, applied = 10 where id = $1', [project])
    if (drawn) await db.query('update ieo_order set status = 1, leaf = 0, won = 10, win_price = 1 where id = $1', [id])
    return { params: { id }, absent: { id: nowhere }, state: rowOf(db, 'ieo_order', id) }
  }

const ofAddress =
  (rest: Record<string, unknown>) =>
  async (owner: Owner): Promise<Owned> => {
    const id = await address(owner)
    return { params: { id, ...rest }, absent: { id: nowhere, ...rest }, state: rowOf(owner.db, 'withdrawal_account', id) }
  }

/** A credit of the owner's that was paid out. */
const ofLoan =
  (rest: Record<string, unknown> = {}) =>
  async ({ db, userId }: Owner): Promise<Owned> => {
    const id = nextId()
    await db.query(
      `insert into loan (id, order_no, user_id, set_id, kind, currency, amount, days, daily_rate, late_factor, grace_days, purpose, income,
         review_by_ms, created_ms, status, principal_left, start_ms, end_ms, start_day, end_day, interest_from)
       values ($1, $2, $3, 'credit-usdt', 1, 'USDT', 100, 30, 0.0003, 1.5, 3, 'living', 'from500', 1, 1, 3, 100, 1795190400000, 1797782400000,
         '2026-11-21', '2026-12-21', '2026-11-21')`,
      [id, `LN${id}`, userId],
    )
    return { params: { id, ...rest }, absent: { id: nowhere, ...rest }, state: rowOf(db, 'loan', id) }
  }

const ofPasskey =
  (rest: Record<string, unknown>) =>
  async ({ db, userId }: Owner): Promise<Owned> => {
    const id = nextId()
    await db.query(
      `insert into passkey (id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_ms)
       values ($1, $2, $3, '\\x00', 0, '{}', 'localhost', 'mine', 1)`,
      [id, userId, id],
    )
    return { params: { id, ...rest }, absent: { id: nowhere, ...rest }, state: rowOf(db, 'passkey', id) }
  }

const identity = {
  surname: 'Tan',
  firstName: 'Mei',
  gender: 2,
  birthday: '1990-01-02',
  country: 'NZ',
  idType: 2,
  idNumber: 'X1234567',
  idExpire: '2031-01-01',
  consentVersion: '1',
}
const home = {
  address: '1 Harbour Street',
  city: 'Auckland',
  postcode: '1010',
  phone: '5550001',
  areaCode: '64',
  sourceOfFunds: 'salary',
  occupation: 'employed',
  emergency: { surname: 'Tan', name: 'Lee', relationship: 'parent', phone: '5550002', address: '1 Harbour Street', consent: true },
}

const ofFile =
  (biz: string, contextOf: (id: string) => Record<string, unknown>) =>
  async (owner: Owner): Promise<Owned> => {
    const id = await file(owner, biz)
    return { params: contextOf(id), absent: contextOf(nowhere), state: rowOf(owner.db, 'upload', id) }
  }

/** A ticket of the owner's that waits, with a picture in it. */
const ofTicket =
  (rest: Record<string, unknown> = {}) =>
  async (owner: Owner): Promise<Owned> => {
    const { db, userId } = owner
    const id = nextId()
    await db.query(
      `insert into support_ticket (id, user_id, topic, order_no, title, created_ms, updated_ms, waits_since_ms, answer_by_ms)
       values ($1, $2, 'other', '', 'mine', 1, 1, 1, 2)`,
      [id, userId],
    )
    const picture = await file(owner, 'voucher')
    await db.query(`insert into support_message (ticket_id, by, text, files, created_ms) values ($1, 'me', 'mine', $2, 1)`, [id, [picture]])
    return { params: { id, ...rest }, absent: { id: nowhere, ...rest }, state: rowOf(db, 'support_ticket', id) }
  }

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
    return { params: rest, absent: { quoteId: randomUUID() }, state: () => db.query('select count(*) from swap') }
  },
  '/api/finance/settlementInfo': async (owner) => {
    const refId = await position(owner)
    return {
      params: { refType: 'position', refId },
      absent: { refType: 'position', refId: nowhere },
      state: rowOf(owner.db, 'position', refId),
    }
  },
  '/api/finance/settlementVerified': async (owner) => {
    const refId = await position(owner)
    return {
      params: { refType: 'position', refId },
      absent: { refType: 'position', refId: nowhere },
      state: () => owner.db.query(`select from benefit_task where task = 'verifySettlement'`),
    }
  },
  '/api/trade/alert/save': async ({ call, db }) => {
    const alert = { symbol: 'BTCUSDT', op: '>=', price: '70000', once: true, channels: ['inbox'] }
    const { result } = await call('/api/trade/alert/save', alert)
    const other = { ...alert, price: '1' }
    return { params: { ...other, id: result.id }, absent: { ...other, id: nowhere }, state: rowOf(db, 'price_alert', result.id) }
  },
  '/api/trade/alert/remove': async ({ call, db }) => {
    const { result } = await call('/api/trade/alert/save', { symbol: 'BTCUSDT', op: '>=', price: '70001', once: true, channels: ['inbox'] })
    return { params: { id: result.id }, absent: { id: nowhere }, state: rowOf(db, 'price_alert', result.id) }
  },
  '/api/user/session/revoke': async ({ call, db }) => {
    const { result } = await call('/api/user/session/list', {})
    const id = result[0].id as string
    return { params: { id }, absent: { id: nowhere }, state: () => db.query('select ended_ms from session where id = $1', [id]) }
  },
  '/api/user/signIn/notMe': async ({ db, userId }) => {
    const [row] = await db.query<{ id: string }>('select id from sign_in where account_id = $1 limit 1', [userId])
    const id = row?.id ?? ''
    return { params: { id }, absent: { id: nowhere }, state: rowOf(db, 'sign_in', id) }
  },
  '/api/finance/appRecharge/apply': ofFile('voucher', (id) => ({
    currency: 'USDT',
    chainType: 'ERC20',
    money: '100',
    txHash: `0x${'a'.repeat(64)}`,
    voucher: [id],
  })),
  '/api/auth/appAuth/applyKYC': ofFile('kyc', (id) => ({ ...identity, passportImg: id })),
  '/api/auth/appAuth/applyAdvanced': ofFile('kyc', (id) => ({ ...home, addressProofImg: id })),
  '/api/finance/appWithdrawal/queryById': async (owner) => {
    const id = await withdrawal(owner)
    return { params: { id }, absent: { id: nowhere }, state: rowOf(owner.db, 'withdrawal', id) }
  },
  '/api/finance/appWithdrawal/cancel': async (owner) => {
    const id = await withdrawal(owner)
    return { params: { id }, absent: { id: nowhere }, state: rowOf(owner.db, 'withdrawal', id) }
  },
  '/api/finance/appWithdrawal/apply': async (owner) => {
    const accountId = await address(owner)
    const rest = { currency: 'USDT', chainType: 'ERC20', money: '50', ...strangersProof }
    return {
      params: { ...rest, accountId },
      absent: { ...rest, accountId: nowhere },
      state: () => owner.db.query('select count(*) from withdrawal'),
    }
  },
  '/api/user/appUserWithdrawalInfoSet/editAccount': ofAddress({ label: 'theirs', ...strangersProof }),
  '/api/user/appUserWithdrawalInfoSet/skipWait': ofAddress({}),
  '/api/user/appUserWithdrawalInfoSet/removeAccount': ofAddress(strangersProof),
  '/api/prod/appLoanOrder/queryById': ofLoan(),
  '/api/prod/appLoanOrder/repay': ofLoan({ amount: '1' }),
  '/api/prod/appLoanOrder/addCollateral': ofLoan({ amount: '1' }),
  '/api/prod/appLoanOrder/withdrawLoan': ofLoan(),
  '/api/prod/appLoanOrder/cancel': ofLoan(),
  '/api/user/signInMethod/remove': async ({ db, userId }) => {
    const [row] = await db.query<{ id: string }>(
      `insert into third_party_identity (provider, subject, account_id, created_ms) values ('harbour', $1, $2, 1) returning id`,
      [nextId(), userId],
    )
    const [id, rest] = [row?.id ?? '', { kind: 'service', ...strangersProof }]
    return { params: { id, ...rest }, absent: { id: nowhere, ...rest }, state: rowOf(db, 'third_party_identity', id) }
  },
  '/api/user/passkey/rename': ofPasskey({ name: 'theirs' }),
  '/api/user/passkey/remove': ofPasskey(strangersProof),
  '/api/prod/appProductOrder/queryById': ofProductOrder,
  '/api/prod/appProductOrder/incomes': ofProductOrder,
  '/api/prod/appProductOrder/cancel': ofProductOrder,
  '/api/prod/appProductOrder/exit': ofProductOrder,
  '/api/prod/appOrderIoe/pay': ofIeoOrder(true),
  '/api/prod/appOrderIoe/cancel': ofIeoOrder(false),
  '/api/support/ticket/detail': ofTicket(),
  '/api/support/ticket/reply': ofTicket({ text: 'theirs' }),
  '/api/support/ticket/close': ofTicket(),
  '/api/support/ticket/create': ofFile('voucher', (id) => ({ topic: 'other', text: 'theirs', fileIds: [id] })),
  '/api/content/appNotice/markRead': async ({ db, userId }) => {
    await db.query(
      `insert into inbox_notice (user_id, type, kind, params, link, ref_type, ref_id, created_ms) values ($1, 'system', 'demoReset', '{}', '', 'demo', '1', 1)`,
      [userId],
    )
    const [row] = await db.query<{ id: string }>('select id from inbox_notice where user_id = $1 order by id desc limit 1', [userId])
    const own = row?.id ?? ''
    return {
      params: { ids: [own] },
      absent: { ids: [nowhere] },
      state: () => db.query('select read_ms from inbox_notice where id = $1', [own]),
    }
  },
}

/** Rows with an id that is nobody's: of markets, articles and terms, the same for everybody. */
export const sharedIds: Record<string, string> = {
  '/api/trade/appSymbol/list': 'markets',
  '/api/sys/annountCement/markRead': 'announcements',
  '/api/content/appHelpInfo/queryById': 'articles',
  '/api/content/agreement/changes': 'agreements',
  '/api/user/agreements/agree': 'agreements',
  '/api/trade/appSecondContractOrder/buy': 'terms',
  '/api/app/walletNonce': 'chains',
  '/api/prod/appLoanOrder/creditApply': 'terms',
  '/api/prod/appLoanOrder/pledgeApply': 'terms',
  '/api/user/signInMethod/walletNonce': 'chains',
  '/api/trade/preview': 'terms',
  '/api/trade/appTradePositions/create': 'options of the chain',
  '/api/trade/demo/carryOver': "lines of the phone's own paper ledger",
  '/api/prod/appProductInfo/queryById': 'products',
  '/api/prod/appProductInfo/days': 'products',
  '/api/prod/appProductOrder/debitBuy': 'products',
  '/api/prod/appProductOrder/minerBuy': 'products',
  '/api/prod/appOrderIoe/apply': 'projects',
  '/api/trade/appTradePositions/listMy': 'competitions',
  '/api/trade/appTradePositions/summary': 'competitions',
  '/api/finance/appWallet/queryUserBalance': 'competitions',
  '/api/finance/appBalanceLog/list': 'competitions',
  '/api/comp/detail': 'competitions',
  '/api/comp/rank': 'competitions',
  '/api/comp/join': 'competitions',
  '/api/comp/exit': 'competitions',
  '/api/marketing/benefits/claim': 'tasks',
  '/api/prod/appProdIoe/draw': 'projects, and orders in the published list of applications',
  '/api/user/suitability/submit': 'questions',
  '/api/app/passkeyLogin': 'a credential proves whose it is',
  '/api/user/passkey/register': 'a credential proves whose it is',
  '/api/user/stepUp': 'a credential proves whose it is',
}
