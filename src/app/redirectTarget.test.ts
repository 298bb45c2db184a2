import { expect, it } from 'vitest'
import { redirectTarget } from './redirectTarget.ts'

it.each([
  ['/my?tab=2#x', '/my?tab=2#x'],
  ['/login', '/home'],
  ['/login?redirect=%2Fmy', '/home'],
  ['/register', '/home'],
  ['/x/../login', '/home'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['https://evil.example', '/home'],
  ['', '/home'],
  [undefined, '/home'],
  [7, '/home'],
])('%s leads to %s', (wish, target) => expect(redirectTarget(wish)).toBe(target))
