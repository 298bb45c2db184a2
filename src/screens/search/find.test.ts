import { expect, it } from 'vitest'
import { findMarkets, findItemsByName, screenNameWithSpaces } from './find.ts'

const market = (base: string, quote: string, name: string, hot: number) => ({ symbol: base + quote, base, quote, name, hot })
const markets = [market('ETH', 'BTC', 'Ether in bitcoin', 1), market('BTC', 'USDT', 'Bitcoin', 2), market('EUR', 'USD', 'Euro', 3)]

it('finds a market however its pair is written, the one that is named so first', () => {
  expect(findMarkets(markets, 'btc').map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHBTC'])
  for (const typed of ['eur/usd', 'EUR USD', 'eurusd', 'euro']) expect(findMarkets(markets, typed).map(({ base }) => base)).toEqual(['EUR'])
  expect(findMarkets(markets, ' / ')).toEqual([])
  expect(findMarkets(markets, 'doge')).toEqual([])
})

it('finds a market by its name here and by its English one', () => {
  const gold = { ...market('XAU', 'USD', '金', 4), englishName: 'Gold' }
  for (const typed of ['金', 'gold', 'xau']) expect(findMarkets([...markets, gold], typed)).toEqual([gold])
})

it('finds a name by all its words in any order, and by its English word where the names are in another language', () => {
  const all = [
    { name: 'Pedidos de deuda', also: 'bond orders' },
    { name: 'Deuda', also: 'bonds' },
  ]
  expect(findItemsByName(all, 'deuda').map(({ also }) => also)).toEqual(['bonds', 'bond orders'])
  expect(findItemsByName(all, 'deuda ped').map(({ also }) => also)).toEqual(['bond orders'])
  expect(findItemsByName(all, 'orders')).toHaveLength(1)
  expect(findItemsByName(all, '  ')).toEqual([])
  expect(findItemsByName([{ name: 'Nạp tiền', also: 'deposit' }], 'nap tien')).toHaveLength(1)
  expect(screenNameWithSpaces('bankAccounts')).toBe('bank accounts')
})
