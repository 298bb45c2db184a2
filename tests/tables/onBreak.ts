import type { Answer } from '../support/wire.ts'

/** Somebody before their break begins, who can still ask for what is only shown. */
export interface BeforeBreak {
  call(path: string, given: Record<string, unknown>): Promise<Answer>
}

const order = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 200, money: '100', lever: 2 }
const second = { accountType: 2, symbol: 'BTCUSDT', money: '100', setId: 'none', type: 1 }
const amounts = { accountType: '2', fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: '100' }
const sent = { currency: 'USDT', chainType: 'ERC20' }

/** By path: what a break from everything closes, with something to ask it for that reaches so far. */
export const closedOnBreak: Record<string, (self: BeforeBreak) => Promise<Record<string, unknown>>> = {
  '/api/trade/preview': async () => ({ action: 'position', payload: order }),
  '/api/trade/appTradePositions/create': async () => order,
  '/api/trade/appSecondContractOrder/buy': async () => second,
  '/api/trade/appFlashExchangeLog/quote': async () => amounts,
  '/api/trade/appFlashExchangeLog/flashExchange': async ({ call }) => {
    const { result } = await call('/api/trade/appFlashExchangeLog/quote', amounts)
    return { quoteId: result.quoteId }
  },
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
  '/api/finance/appWithdrawal/apply': 'leaving',
  '/api/finance/appRecharge/apply': 'money that was sent before is looked for',
  '/api/trade/demo/carryOver': 'the answer says of each line why it was left',
  '/api/trade/alert/save': 'an alert trades nothing',
  '/api/user/limits/set': 'a limit against oneself',
}
