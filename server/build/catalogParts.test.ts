import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sitemap } from '../../src/sitemap.ts'
import { catalogPartsByMessage } from './catalogParts.ts'
import { sourceFilesByCatalogPart } from './wordParts.ts'

const entry = (id: string, ...files: string[]): string =>
  [...files.map((file) => `#: ${file}`), '#. js-lingui-explicit-id', `msgid "${id}"`, 'msgstr "x"'].join('\n')
const head = 'msgid ""\nmsgstr ""'

it('puts a message into each part that says it, and what the frame says nowhere else', async () => {
  const po = [
    head,
    entry('age', 'src/i18n/date.ts', 'src/screens/market/Markets.tsx'),
    entry('title', 'src/screens/market/Markets.tsx'),
    entry('margin', 'src/screens/trading/ticket/ContractOrderTicket.tsx', 'src/screens/market/Chart.tsx'),
    entry('mail', 'server/notifications/mail/mail.ts'),
    entry('refusal', 'src/contract/refusals.ts'),
  ].join('\n\n')
  const parts = new Map([
    ['frame', new Set(['src/i18n/date.ts'])],
    ['hangqing', new Set(['src/screens/market/Markets.tsx'])],
    ['kline', new Set(['src/screens/market/Chart.tsx'])],
    ['heyue', new Set(['src/screens/trading/ticket/ContractOrderTicket.tsx'])],
  ])
  expect(Object.fromEntries(await catalogPartsByMessage(po, parts))).toEqual({
    age: ['frame'],
    title: ['hangqing'],
    margin: ['kline', 'heyue'],
  })
})

it('ends the build where nothing that is fetched says a message', async () => {
  const po = [head, entry('lost', 'src/widgets/Lost.tsx')].join('\n\n')
  await expect(catalogPartsByMessage(po, new Map([['frame', new Set<string>()]]))).rejects.toThrow('src/widgets/Lost.tsx')
})

const parts = sourceFilesByCatalogPart(fileURLToPath(new URL('../..', import.meta.url)), Object.values(sitemap))
const has = (part: string, file: string): boolean => parts.get(part)?.has(file) ?? false

it('gives the frame what every visit begins with, and no screen', () => {
  expect(['src/app/TabBar.tsx', 'src/app/ErrorScreen.tsx'].filter((file) => !has('frame', file))).toEqual([])
  expect([...(parts.get('frame') ?? [])].filter((file) => file.startsWith('src/screens/'))).toEqual([])
})

it('gives a screen what it brings along, at once and later, but for what comes with words of its own', () => {
  expect(has('home', 'src/screens/home/Home.tsx')).toBe(true)
  expect(has('home', 'src/widgets/ScreenStatusChips.tsx')).toBe(true)
  expect(has('home', 'src/app/TabBar.tsx')).toBe(false)
  expect(has('heyue', 'src/screens/spot/SpotPane.tsx')).toBe(true)
  expect(has('home', 'src/screens/home/HomeBelowFold.tsx')).toBe(false)
  expect(has('home.more', 'src/screens/home/HomeBelowFold.tsx')).toBe(true)
})

it('has what is said to somebody on any screen in a part of its own, what that fetches in turn included', () => {
  expect(
    ['src/app/prompts/AppPrompts.tsx', 'src/app/prompts/FullAccountRequiredSheet.tsx', 'src/app/status/marginWarnings.ts'].filter(
      (file) => !has('app', file),
    ),
  ).toEqual([])
  expect(has('help', 'src/widgets/help/ScreenHelpSheet.tsx')).toBe(true)
})

it('gives what is fetched later its own words, also where its type is named', () => {
  expect(has('lock', 'src/widgets/appLock/LockScreen.tsx')).toBe(true)
  expect(has('frame', 'src/widgets/appLock/LockScreen.tsx')).toBe(false)
})
