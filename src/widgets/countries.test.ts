import { expect, it } from 'vitest'
import { countries, countryName, countryOf, defaultCountry, findCountries } from './countries.ts'

it('knows each country once, with a calling code the wire accepts', () => {
  expect(countries.length).toBeGreaterThan(240)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
  for (const { code, areaCode } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/)
    expect(areaCode, code).toMatch(/^[1-9]\d{0,3}$/)
  }
  expect(countryOf('US')).toEqual(defaultCountry)
})

it('names a country in the language asked for', () => {
  expect(countryName('DE', 'es')).toBe('Alemania')
  expect(countryName('JP', 'zh-Hans')).toBe('日本')
})

const found = (wish: string, locale = 'en') => findCountries(wish, locale).map(({ code }) => code)

it.each([
  ['+60', 'en', ['MY']],
  ['0060', 'en', ['MY']],
  ['espan', 'es', ['ES']],
  ['Germany', 'ja', ['DE']],
  ['Côte d', 'en', ['CI']],
])('finds by %s in %s', (wish, locale, codes) => expect(found(wish, locale)).toEqual(codes))

it('puts names that begin with the wish before those that hold it', () => {
  expect(found('united')[0]).toMatch(/^(AE|GB|US|TZ)$/)
  expect(found('land').indexOf('AX')).toBeGreaterThan(-1)
  expect(found('US')[0]).toBe('US')
  expect(found('zzzz')).toEqual([])
})
