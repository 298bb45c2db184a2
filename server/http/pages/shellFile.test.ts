import { expect, it } from 'vitest'
import { localizedShellPath } from './shellFile.ts'

const languageOf = (address: string, language: string, cookie?: string): string =>
  localizedShellPath(address, { 'accept-language': language, ...(cookie !== undefined && { cookie }) })

it('is in the language that the browser asks for, the most wanted first', () => {
  expect(languageOf('/home', 'th-TH,th;q=0.9,en;q=0.8')).toBe('/shells/th/home.html')
  expect(languageOf('/hangqing', 'de, en;q=0.5, ja;q=0.8')).toBe('/shells/ja/hangqing.html')
  expect(languageOf('/login', 'zh-TW')).toBe('/shells/zh-Hant/login.html')
  expect(languageOf('/register', 'zh')).toBe('/shells/zh-Hans/register.html')
  expect(languageOf('/home', 'th;q=0, ../../x, *')).toBe('/shells/en/home.html')
  expect(localizedShellPath('/home', {})).toBe('/shells/en/home.html')
})

it('is in the language that was chosen here, whatever the browser asks for', () => {
  expect(languageOf('/home', 'th', 'a=1; lang=jp')).toBe('/shells/ja/home.html')
  expect(languageOf('/home', 'th', 'xlang=jp; lang=../../etc')).toBe('/shells/th/home.html')
})

it('is one of its own at the root, which leads home', () => {
  expect(languageOf('/', 'en')).toBe('/shells/en/index.html')
})
