import { expect, it } from 'vitest'
import { parseRedirect } from './redirect.ts'

it.each(['/my', '/my?tab=2#x', '/heyue?symbol=BTCUSDT', '/loginhelp'])('%s is ours', (wish) => expect(parseRedirect(wish)).toBe(wish))

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'my',
  '',
  '/login',
  '/login?redirect=/my',
  '/login/x',
  '/x/../login',
  '/register',
  7,
  undefined,
  null,
])('%j is not', (wish) => expect(parseRedirect(wish)).toBeUndefined())
