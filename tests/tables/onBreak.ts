import { ownedBy, type Owner, projectOf } from './owned.ts'

const order = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 200, money: '100', lever: 2 }
const second = { accountType: 2, symbol: 'BTCUSDT', money: '100', setId: 'none', type: 1 }
const amounts = { accountType: '2', fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: '100' }
const invested = { accountType: 2, productId: 'none' }
const borrowed = { setId: 'credit-usdt', amount: '100', days: 30 }
const won = '/api/prod/appOrderIoe/pay'
const sent = { currency: 'USDT', chainType: 'ERC20' }

/** By path: what a break from everything closes, with something to ask it for that reaches so far. */
export const closedOnBreak: Record<string, (self: Owner) => Promise<Record<string, unknown>>> = {
  '/api/trade/preview': async () => ({ action: 'position', payload: order }),
  '/api/trade/appTradePositions/create': async () => order,
  '/api/trade/appSecondContractOrder/buy': async () => second,
  '/api/trade/appFlashExchangeLog/quote': async () => amounts,
  '/api/trade/appFlashExchangeLog/flashExchange': async ({ call }) => {
    const { result } = await call('/api/trade/appFlashExchangeLog/quote', amounts)
    return { quoteId: result.quoteId }
  },
  '/api/prod/appProductOrder/debitBuy': async () => ({ ...invested, money: '100' }),
  '/api/prod/appProductOrder/minerBuy': async () => ({ ...invested, num: 1 }),
  '/api/prod/appOrderIoe/apply': async (self) => {
    const { params } = (await ownedBy[won]?.(self)) ?? {}
    return { ieoId: projectOf(String(params?.['id'])), num: '10' }
  },
  [won]: async (self) => (await ownedBy[won]?.(self))?.params ?? {},
  '/api/prod/appLoanOrder/creditApply': async () => ({ ...borrowed, purpose: 'living', income: 'from500' }),
  '/api/prod/appLoanOrder/pledgeApply': async () => ({ ...borrowed, collateralCurrency: 'BTC', collateralAmount: '1' }),
  '/api/comp/join': async () => ({ id: 'none' }),
  '/api/finance/rechargeAddr/getAddr': async () => sent,
  '/api/finance/sandboxDeposit': async () => ({ ...sent, money: '100' }),
}

/** Rows that name money, a market or a signed price and stay open on a break, and why. */
export const openOnBreak: Record<string, string> = {
  '/api/trade/appTradePositions/close/:id': 'leaving',
  '/api/trade/appTradePositions/closePart': 'leaving',
  '/api/trade/appTradePositions/cancelLimit': 'leaving',
  '/api/trade/appTradePositions/updateStopLoss': 'protecting',
  '/api/trade/appTradePositions/addMargin': 'protecting',
  '/api/comp/exit': 'leaving',
  '/api/finance/appWithdrawal/apply': 'leaving',
  '/api/finance/appRecharge/apply': 'money that was sent before is looked for',
  '/api/trade/demo/carryOver': 'the answer says of each line why it was left',
  '/api/trade/alert/save': 'an alert trades nothing',
  '/api/user/limits/set': 'a limit against oneself',
}
