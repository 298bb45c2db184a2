import { expect, test } from 'vitest'
import { languageCodes } from '#contract/calls/account.ts'
import { currencies } from '#db/seed/currencies.ts'
import { symbols } from '#db/seed/symbols.ts'
import { currencyName, marketName } from './names.ts'

test('every market is called in English as product §5.1 has it', () => {
  for (const spec of symbols) expect(marketName('en-us', { ...spec, name: 'without words' })).toBe(spec.name)
})

test('every currency has a name, in every language', () => {
  for (const lang of languageCodes)
    for (const { currency } of currencies) if (!['BNB', 'XRP'].includes(currency)) expect(currencyName(lang, currency)).not.toBe(currency)
})

test('metals and currencies are called by each language’s own word', () => {
  const gold = symbols.find(({ symbol }) => symbol === 'XAUUSD') ?? symbols[0]
  const euro = symbols.find(({ symbol }) => symbol === 'EURUSD') ?? symbols[0]
  const called = languageCodes.map((lang) => [marketName(lang, gold!), marketName(lang, euro!)])
  expect(new Set(called.flat()).size).toBeGreaterThan(14)
})

test('a market that has no words keeps its own name', () => {
  expect(marketName('jp', { base: 'NEW', quote: 'USDT', category: 'crypto', name: 'Newcoin' })).toBe('Newcoin')
  expect(currencyName('jp', 'NEW')).toBe('NEW')
})
