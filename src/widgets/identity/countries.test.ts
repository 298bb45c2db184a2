import { expect, it } from 'vitest'
import { supportedLanguages } from '#contract/languages.ts'
import { countries, findCountryByCode, defaultCountry } from './countries.ts'
import { countryName, findCountries, countryFlagEmoji } from './countryNames.ts'

it('knows each country once, with a calling code the wire accepts', () => {
  expect(countries.length).toBeGreaterThan(240)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
  for (const { code, areaCode } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/)
    expect(areaCode, code).toMatch(/^[1-9]\d{0,3}$/)
  }
  expect(findCountryByCode('US')).toEqual(defaultCountry)
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

it('puts names that begin with the query before those that hold it', () => {
  expect(found('united')[0]).toMatch(/^(AE|GB|US|TZ)$/)
  expect(found('land').indexOf('AX')).toBeGreaterThan(-1)
  expect(found('US')[0]).toBe('US')
  expect(found('zzzz')).toEqual([])
})

it('names every country in each of the nine languages, and none by its bare code', () => {
  expect(supportedLanguages).toHaveLength(9)
  for (const { locale } of supportedLanguages)
    for (const { code } of countries) expect(countryName(code, locale), `${code} in ${locale}`).not.toBe(code)
})

it.each([
  ['en', 'Japan', 'Thai'],
  ['ja', '日本', 'タイ'],
  ['ko', '일본', '태국'],
  ['ms', 'Jepun', 'Thai'],
  ['th', 'ญี่ปุ่น', 'ไทย'],
  ['vi', 'Nhật Bản', 'Thái Lan'],
  ['es', 'japon', 'Tailandia'],
  ['zh-Hans', '日本', '泰国'],
  ['zh-Hant', '日本', '泰國'],
])('in %s finds by its own words, in English and by the calling code', (locale, japan, thailand) => {
  expect(supportedLanguages.some((language) => language.locale === locale)).toBe(true)
  expect(found(japan, locale)).toContain('JP')
  expect(found(thailand, locale)).toContain('TH')
  expect(found('Japan', locale)).toContain('JP')
  expect(found('Thailand', locale)).toContain('TH')
  expect(found('+81', locale)).toEqual(['JP'])
  expect(found('66', locale)).toEqual(['TH'])
  expect(found('', locale)).toHaveLength(countries.length)
})

it('finds every country by its own name and by its English name', () => {
  for (const { locale } of supportedLanguages)
    for (const { code } of countries) {
      expect(found(countryName(code, locale), locale), `${code} in ${locale}`).toContain(code)
      expect(found(countryName(code, 'en'), locale), `${code} in ${locale}`).toContain(code)
    }
})

it('draws flags of letters alone', () => {
  expect(countryFlagEmoji('US')).toBe('🇺🇸')
  expect(countryFlagEmoji('JP')).toBe('🇯🇵')
})
