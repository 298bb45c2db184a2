import { expect, test } from 'vitest'
import { pathOfLaunchTarget, createNewLaunchPredicate } from './launchTarget.ts'

const origin = 'https://fairlead.example'

test.each([
  ['https://fairlead.example/messages', '/messages'],
  ['https://fairlead.example/heyue?mode=option&symbol=BTCUSDT#top', '/heyue?mode=option&symbol=BTCUSDT#top'],
  ['https://fairlead.example/register?invite=HARBOR7', '/register?invite=HARBOR7'],
  ['https://fairlead.example/share', '/support?new=1&shared=lost'],
])('%s leads to %s', (target, place) => expect(pathOfLaunchTarget(target, origin)).toBe(place))

test.each([
  ['the icon itself', 'https://fairlead.example/home'],
  ['the bare address', 'https://fairlead.example/'],
  ['another site', 'https://evil.example/messages'],
  ['another port', 'https://fairlead.example:8443/messages'],
  ['no encryption', 'http://fairlead.example/messages'],
  ['what runs', 'javascript:alert(1)'],
  ['nonsense', 'messages'],
])('%s only brings the window forward', (_, target) => expect(pathOfLaunchTarget(target, origin)).toBeUndefined())

const shelf = (kept?: string) => ({ read: () => kept, write: (target: string) => void (kept = target) })

test('the launch that opened the page is no news, the same one later is', () => {
  const isNews = createNewLaunchPredicate({ name: 'a', type: 'navigate' }, shelf())
  expect(['a', 'b', 'a'].map(isNews)).toEqual([false, true, true])
})

test('what was shared into the closed app has opened the page, what is shared into the open one is news', () => {
  const shared = `${origin}/share`
  const isNews = createNewLaunchPredicate({ name: `${origin}/support?new=1&shared=1`, type: 'navigate' }, shelf())
  expect([shared, shared].map(isNews)).toEqual([false, true])
  expect(createNewLaunchPredicate({ name: `${origin}/support?new=1`, type: 'navigate' }, shelf())(shared)).toBe(true)
})

test('a page that was opened otherwise receives its first launch', () => {
  expect(createNewLaunchPredicate({ name: 'a', type: 'navigate' }, shelf('b'))('b')).toBe(true)
  expect(createNewLaunchPredicate(undefined, shelf('b'))('b')).toBe(true)
})

test('what is delivered again after a reload is no news, what comes then is', () => {
  const kept = shelf()
  const before = createNewLaunchPredicate({ name: 'a', type: 'navigate' }, kept)
  expect(['a', 'b'].map(before)).toEqual([false, true])
  expect(['b', 'b', 'c'].map(createNewLaunchPredicate({ name: 'a', type: 'reload' }, kept))).toEqual([false, true, true])
  expect(createNewLaunchPredicate({ name: 'a', type: 'reload' }, kept)('d'), 'nothing was told again').toBe(true)
})
