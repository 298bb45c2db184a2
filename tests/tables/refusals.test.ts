import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type RefusalName, refusalKeyOfName, refusals } from '../../src/contract/refusals.ts'
import { supportedLanguages } from '../../src/contract/languages.ts'
import { root } from './sources.ts'

/** The refusals of trading by the codes that clients know (docs/rules/wire.md). */
const catalogue: Record<number, string> = {
  4601: 'SYMBOL_UNKNOWN',
  4602: 'SYMBOL_HALTED',
  4603: 'MARKET_SIMULATED',
  4604: 'LEVERAGE_CAP',
  4605: 'QTY_STEP',
  4606: 'PRICE_STEP',
  4607: 'MIN_NOTIONAL',
  4608: 'MARKET_CLOSED',
  4609: 'PRICE_MOVED',
  4610: 'STOP_INVALID',
  4611: 'NOT_RUNNING',
  4612: 'SETTLING',
  4613: 'QUOTE_EXPIRED',
  4614: 'USER_EXPOSURE',
  4615: 'HOUSE_CAPACITY',
  4616: 'FEED_STALE',
  4617: 'SUITABILITY_REQUIRED',
  4618: 'REGION_PRODUCT',
  4619: 'OWN_LIMIT',
  4620: 'SELF_EXCLUDED',
  4621: 'COOLING_OFF',
  4622: 'CONFIRM_REQUIRED',
}

const names = Object.keys(refusals) as RefusalName[]
const ofTrading = names.filter((name) => refusals[name].code >= 4601 && refusals[name].code <= 4622)

it.each(Object.entries(catalogue))('%s is %s', (code, key) => {
  expect(names.filter((name) => refusalKeyOfName(name) === key).map((name) => refusals[name].code)).toEqual([Number(code)])
})

describe.each(supportedLanguages.map(({ locale }) => locale))('in %s', (locale) => {
  const text = readFileSync(join(root, `locales/${locale}/messages.po`), 'utf8')
  const english = readFileSync(join(root, 'locales/en/messages.po'), 'utf8')
  const said = (of: string, id: string): string | undefined =>
    new RegExp(`^msgid "${id}"\\nmsgstr ((?:".*"\\n?)+)`, 'm').exec(of)?.[1]?.trim()

  it('each has words of its own', () => {
    const silent = ofTrading.filter((name) => {
      const words = said(text, refusals[name].message.id)
      return !words || words === '""' || (locale !== 'en' && words === said(english, refusals[name].message.id))
    })
    expect(silent).toEqual([])
  })
})

it('each is provoked through the wire by the test that provokes them all', () => {
  const test = readFileSync(join(root, 'tests/ledger/refusalsAll.integration.test.ts'), 'utf8')
  expect(ofTrading.filter((name) => !test.includes(`'${refusalKeyOfName(name)}'`))).toEqual([])
})
