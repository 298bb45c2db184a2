import { expect, test } from 'vitest'
import { languageCodes } from '#contract/calls/account.ts'
import { currencySeeds } from '#db/seed/currencies.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { localizedCurrencyName, localizedMarketName } from './names.ts'

test('every market is called in English as its row of the table has it', () => {
  for (const spec of symbolSeeds) expect(localizedMarketName('en-us', { ...spec, name: 'without words' })).toBe(spec.name)
})

test('every currency has a name, in every language', () => {
  for (const lang of languageCodes)
    for (const { currency } of currencySeeds)
      if (!['BNB', 'XRP'].includes(currency)) expect(localizedCurrencyName(lang, currency)).not.toBe(currency)
})

test('metals and currencies are called by each language’s own word', () => {
  const gold = symbolSeeds.find(({ symbol }) => symbol === 'XAUUSD') ?? symbolSeeds[0]
  const euro = symbolSeeds.find(({ symbol }) => symbol === 'EURUSD') ?? symbolSeeds[0]
  const called = languageCodes.map((lang) => [localizedMarketName(lang, gold!), localizedMarketName(lang, euro!)])
  expect(new Set(called.flat()).size).toBeGreaterThan(14)
})

test('a market that has no words keeps its own name', () => {
  expect(localizedMarketName('jp', { base: 'NEW', quote: 'USDT', category: 'crypto', name: 'Newcoin' })).toBe('Newcoin')
  expect(localizedCurrencyName('jp', 'NEW')).toBe('NEW')
})
