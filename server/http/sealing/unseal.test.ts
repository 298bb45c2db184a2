import { createCipheriv, createPublicKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { drawKey, sealText } from '../../../tests/support/wire.ts'
import { unsealBody } from './unseal.ts'

const work = vi.hoisted((): string[] => [])
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>()
  const counted =
    <A extends unknown[], R>(name: string, run: (...args: A) => R) =>
    (...args: A): R => {
      work.push(name)
      return run(...args)
    }
  return {
    ...real,
    privateDecrypt: counted('privateDecrypt', real.privateDecrypt),
    createDecipheriv: counted('createDecipheriv', real.createDecipheriv),
  }
})

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string
const nowMs = 1_795_190_400_000
const nonce = '7c0e0a52-93f1-4b8e-9a49-0a5b1d6a7c11'
const stamp = { _ts: nowMs, _nonce: nonce }
const seal = (payload: object, key?: string) => sealText(JSON.stringify({ ...stamp, ...payload }), publicKey, key)
const open = (body: string | Buffer) => unsealBody(Buffer.from(body as string), privateKey, nowMs)

function refusalOf(body: string | Buffer): string {
  try {
    open(body)
  } catch (thrown) {
    return thrown instanceof Refusal ? `${thrown.refusal} ${JSON.stringify(thrown.detail)}` : `fault ${String(thrown)}`
  }
  return 'opened'
}
const uniform = 'sealInvalid {}'

const join = (a: Buffer, b: Buffer) => `${a.toString('base64')}.${b.toString('base64')}`
/** What of the keys' work an opening does, which is what takes its time. */
const workOf = (body: string): string[] => {
  work.length = 0
  refusalOf(body)
  return [...work]
}

describe('sealed bodies', () => {
  test('the vector of docs/rules/wire.md', () => {
    const cipher = createCipheriv('aes-256-ecb', Buffer.from('abcdefghjkmnpqrstuvwxyzABCDEFGHJ'), null)
    const aes = Buffer.concat([cipher.update('{"symbol":"BTCUSDT","money":"100"}'), cipher.final()]).toString('base64')
    expect(aes).toBe('lshwtyYXM9fO8LOzzp9APjbzivgfrjKvRPcM2YNYpXV8ahhTrBNe8BS6y5QWbVQC')
    expect(open(seal({ symbol: 'BTCUSDT', money: '100' }, 'abcdefghjkmnpqrstuvwxyzABCDEFGHJ')).payload).toEqual({
      symbol: 'BTCUSDT',
      money: '100',
    })
  })

  test('raw or as a JSON string, with any letters inside', () => {
    const body = seal({ name: 'ญี่ปุ่น 日本 ñ 🚢' })
    expect(open(body).payload).toEqual({ name: 'ญี่ปุ่น 日本 ñ 🚢' })
    expect(open(JSON.stringify(body)).payload).toEqual({ name: 'ญี่ปุ่น 日本 ñ 🚢' })
  })

  test('numbers that a float would bend arrive as they were written', () => {
    const body = sealText(`{"_ts":${nowMs},"_nonce":"${nonce}","a":0.1,"b":7,"c":1e3,"d":12345678901234567890,"e":[1.10]}`, publicKey)
    expect(open(body).payload).toEqual({ a: '0.1', b: 7, c: '1e3', d: '12345678901234567890', e: ['1.10'] })
  })

  test('2400 changed bodies are refused alike', () => {
    const body = seal({ to_user: 'somebody', money: '100', note: 'x'.repeat(60) })
    const [rsa = '', aes = ''] = body.split('.')
    const parts = [Buffer.from(rsa, 'base64'), Buffer.from(aes, 'base64')]
    const seen = new Map<string, number>()
    let made = 0
    const tried = (changed: string) => {
      const told = refusalOf(changed)
      seen.set(told, (seen.get(told) ?? 0) + 1)
      made++
    }
    for (let bit = 0; bit < 256 * 8; bit++) {
      const changed = Buffer.from(parts[0] as Buffer)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      tried(join(changed, parts[1] as Buffer))
    }
    // The last blocks hold the padding and the end of the JSON; a change there cannot pass for JSON.
    const cut = parts[1] as Buffer
    for (let size = 0; size < cut.length; size++) tried(join(parts[0] as Buffer, cut.subarray(0, size)))
    for (let size = 0; size < rsa.length; size += 3) tried(`${rsa.slice(0, size)}.${aes}`)
    expect([...seen.keys()]).toEqual([uniform])
    expect(made).toBeGreaterThan(2_300)
  })

  test('a changed byte anywhere in the AES part of a short body', () => {
    const body = seal({ money: '100' })
    const [rsa = '', aes = ''] = body.split('.')
    const bytes = Buffer.from(aes, 'base64')
    const told: string[] = []
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 0x55
      told.push(refusalOf(`${rsa}.${changed.toString('base64')}`))
    }
    expect(new Set(told)).toEqual(new Set([uniform]))
  })

  test('swapped and foreign blocks', () => {
    const body = seal({ money: '100', to: 'b', note: Array.from({ length: 60 }, (_, i) => i).join(' ') })
    const [rsa = '', aes = ''] = body.split('.')
    const bytes = Buffer.from(aes, 'base64')
    const block = (n: number) => bytes.subarray(n * 16, n * 16 + 16)
    const count = bytes.length / 16
    for (let n = 0; n + 1 < count; n++) {
      const swapped = Buffer.concat([...Array(count).keys()].map((i) => block(i === n ? n + 1 : i === n + 1 ? n : i)))
      expect(refusalOf(`${rsa}.${swapped.toString('base64')}`)).toBe(uniform)
    }
    const other = seal({ money: '999' }).split('.')[1]
    expect(refusalOf(`${rsa}.${other}`)).toBe(uniform)
  })

  test('everything that is not a sealed body', () => {
    const wrongKeys = [
      'short',
      drawKey().slice(0, 31),
      `${drawKey().slice(0, 31)}0`,
      `${drawKey().slice(0, 31)}l`,
      `${randomBytes(16).toString('hex').slice(0, 31)}0`,
    ]
    const shapes = [
      '',
      '.',
      '..',
      '{}',
      '{"money":"1"}',
      'null',
      '"',
      '""',
      'a.b',
      `${'A'.repeat(344)}.${'A'.repeat(64)}`,
      `${seal({})}.x`,
      `${seal({})}\0`,
      '\u0000',
      '💥.💥',
    ]
    for (const shape of shapes) expect(refusalOf(shape)).toBe(uniform)
    for (const key of wrongKeys) {
      const aesKey = key.padEnd(32, 'a').slice(0, 32)
      const [, aes] = seal({}, aesKey).split('.')
      const [rsa] = sealText('{}', publicKey, key.length === 32 ? key : drawKey()).split('.')
      expect(refusalOf(`${rsa}.${aes}`)).toBe(uniform)
    }
    for (const json of ['[]', '"x"', '1', 'null', '{', '', '\xff']) expect(refusalOf(sealText(json, publicKey))).toBe(uniform)
  })

  test('sealed too long ago, too far ahead, or without saying when', () => {
    const at = (fields: object) => sealText(JSON.stringify({ _ts: nowMs, _nonce: randomUUID(), ...fields }), publicKey)
    expect(refusalOf(at({ _ts: nowMs - 120_000 }))).toBe('opened')
    expect(refusalOf(at({ _ts: nowMs - 120_001 }))).toBe(uniform)
    expect(refusalOf(at({ _ts: nowMs + 120_001 }))).toBe(uniform)
    expect(refusalOf(at({ _ts: String(nowMs) }))).toBe(uniform)
    expect(refusalOf(at({ _ts: undefined }))).toBe(uniform)
    expect(refusalOf(at({ _nonce: undefined }))).toBe(uniform)
    expect(refusalOf(at({ _nonce: 'again' }))).toBe(uniform)
  })

  test('a failure costs the work of a success, whatever is wrong', () => {
    const good = seal({ money: '100' })
    const [rsa, aes] = good.split('.')
    const wrong = [
      '',
      '{"money":"100"}',
      `${rsa}.`,
      `.${aes}`,
      `${rsa}.${aes}.x`,
      `A${rsa}.${aes}`,
      `${aes}.${rsa}`,
      `${'A'.repeat(344)}.${aes}`,
    ]
    expect(workOf(good)).toEqual(['privateDecrypt', 'createDecipheriv'])
    for (const body of wrong) expect(workOf(body), body).toEqual(workOf(good))
  })
})
