import { expect, test } from 'vitest'
import { testContext } from '../../../tests/support/wire.ts'
import { createManualClock } from '../../core/clock.ts'
import { parsePushEndpoint, isPublicIpAddress, allowsLoopbackPush } from './endpoint.ts'

const closed = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.5',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'push.example.net',
  '',
]

test('only addresses of the public internet are public', () => {
  expect(closed.filter(isPublicIpAddress)).toEqual([])
  const open = [
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '142.250.1.188',
    '2a00:1450:4001::200a',
    '2620:101::1',
  ]
  expect(open.filter((address) => !isPublicIpAddress(address))).toEqual([])
})

const wrong = [
  'http://push.example.net/a',
  'ftp://push.example.net/a',
  'https://push.example.net:8443/a',
  'https://user@push.example.net/a',
  'https://user:pass@push.example.net/a',
  'https://push.example.net/a#b',
  'https://localhost/a',
  'https://intranet/a',
  'https://10.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://0177.0.0.1/a',
  'https://127.1/a',
  'https://[::1]/a',
  'https://[::ffff:7f00:1]/a',
  'https://[fe80::1]/a',
  'https://169.254.169.254/latest',
  'not a url',
  '',
]

test('an endpoint is https at a public host, however its address is written', () => {
  expect(wrong.filter((text) => parsePushEndpoint(text, false))).toEqual([])
  for (const text of ['https://fcm.googleapis.com/fcm/send/a:b', 'https://8.8.8.8/a', 'https://[2a00:1450:4001::200a]/a']) {
    expect(parsePushEndpoint(text, false)?.href).toBe(text)
  }
})

test('loopback is written to by a sandbox that stands there alone', () => {
  const clock = createManualClock(0)
  const config = (given: Parameters<typeof testContext>[2]) => testContext(undefined as never, clock, given).config
  expect(allowsLoopbackPush(config({}))).toBe(true)
  expect(allowsLoopbackPush(config({ host: '0.0.0.0' }))).toBe(false)
  expect(allowsLoopbackPush(config({ env: 'production' }))).toBe(false)
  expect(allowsLoopbackPush(config({ publicOrigin: 'https://trade.example.com' }))).toBe(false)
  expect(parsePushEndpoint('http://127.0.0.1:4000/a', true)?.host).toBe('127.0.0.1:4000')
  expect(parsePushEndpoint('http://127.0.0.1:4000/a', false)).toBeUndefined()
  // Loopback alone: the rest of the private networks stays closed.
  expect(wrong.filter((text) => parsePushEndpoint(text, true)).map((text) => new URL(text).hostname)).toEqual([
    'localhost',
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
    '[::1]',
  ])
})
