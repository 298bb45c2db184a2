import { createECDH, createPrivateKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkVapid, openSealed } from '../../../tests/support/pushEndpoint.ts'
import { areValidPushDeviceKeys, maxPushTextBytes, encryptPushMessage, vapidHeader } from './seal.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

test('a message is the one of RFC 8291, byte for byte', () => {
  const key = createECDH('prime256v1')
  key.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const keys = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const sealed = encryptPushMessage(keys, Buffer.from('When I grow up, I want to be a watermelon'), key, bytes('DGv6ra1nlYgDCS1FRnbzlw'))
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('only that browser reads it, and the longest text fits into 4,096 bytes', () => {
  const key = createECDH('prime256v1')
  key.generateKeys()
  const [auth, text] = [randomBytes(16), 'ü'.repeat(Math.floor(maxPushTextBytes / 2))]
  const sealed = encryptPushMessage({ p256dh: key.getPublicKey(), auth }, Buffer.from(text))
  expect(sealed.length).toBeLessThanOrEqual(4096)
  expect(openSealed(sealed, { key, auth })).toBe(text)
  expect(() => openSealed(sealed, { key, auth: randomBytes(16) })).toThrow(/authenticate/)
  expect(() => encryptPushMessage({ p256dh: key.getPublicKey(), auth }, Buffer.alloc(maxPushTextBytes + 1))).toThrow(/more than/)
  // Twice the same text is never twice the same message.
  expect(encryptPushMessage({ p256dh: key.getPublicKey(), auth }, Buffer.from(text)).equals(sealed)).toBe(false)
})

test('keys that are invalid are recognized', () => {
  const key = createECDH('prime256v1')
  const p256dh = key.generateKeys()
  const auth = randomBytes(16)
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])
  expect(areValidPushDeviceKeys({ p256dh, auth })).toBe(true)
  expect(areValidPushDeviceKeys({ p256dh: offCurve, auth })).toBe(false)
  expect(areValidPushDeviceKeys({ p256dh: key.getPublicKey(null, 'compressed'), auth })).toBe(false)
  expect(areValidPushDeviceKeys({ p256dh, auth: randomBytes(15) })).toBe(false)
})

test('the signature says for whom and until when', () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const d = pair.getPrivateKey('base64url').padStart(43, 'A')
  const vapid = {
    privateKey: createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' }),
    publicKey: point.toString('base64url'),
  }
  const now = Date.UTC(2026, 10, 21)
  const header = vapidHeader(vapid, 'https://push.example.net', 'mailto:desk@example.com', now)
  const check = (origin: string, at = now, said = header) => checkVapid(said, origin, vapid.publicKey, at)
  expect(check('https://push.example.net')).toEqual({
    aud: 'https://push.example.net',
    exp: now / 1000 + 43_200,
    sub: 'mailto:desk@example.com',
  })
  expect(() => check('https://other.example.net')).toThrow(/for https/)
  expect(() => check('https://push.example.net', now + 43_200_000)).toThrow(/not for now/)
  expect(() =>
    check(
      'https://push.example.net',
      now,
      header.replace(/.(?=, k=)/, (last) => (last === 'A' ? 'Q' : 'A')),
    ),
  ).toThrow(/not signed/)
})
