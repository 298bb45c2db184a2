import { beforeEach, expect, it, vi } from 'vitest'
import { log } from './log.ts'

let written: string[] = []
beforeEach(() => {
  written = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    written.push(String(line))
    return true
  })
})

const newest = () => JSON.parse(written.at(-1) ?? '') as Record<string, unknown>

it('writes one line of JSON for each event', () => {
  log.error('orders could not be settled\nat once', new Error('gone'), { requestId: 'r1', path: '/api/x' })
  expect(written).toHaveLength(1)
  expect(written[0]).toMatch(/^\{.*\}\n$/)
  expect(newest()).toMatchObject({
    level: 'error',
    message: 'orders could not be settled\nat once',
    requestId: 'r1',
    path: '/api/x',
    error: { name: 'Error', message: 'gone', stack: expect.stringContaining('log.test.ts') },
  })
  expect(Object.keys(newest()).toSorted()).toEqual(['error', 'level', 'message', 'path', 'requestId', 'time'])
})

it('takes what is no error, and none', () => {
  log.error('mail 7 was not taken', 'EENVELOPE')
  expect(newest()).toMatchObject({ message: 'mail 7 was not taken', error: 'EENVELOPE' })
  log.error('a settled order does not follow', { orderNo: 'SC1' })
  expect(newest()).toMatchObject({ error: "{ orderNo: 'SC1' }" })
  log.error('nothing else is known')
  expect(newest()).not.toHaveProperty('error')
})

it('leaves out what others repeat in their errors', () => {
  const cause = Object.assign(new Error('http://rpc:hunter2@10.0.0.5:8332 does not answer'), { request: { body: 'hunter2' } })
  const error = Object.assign(new Error('550 <ann.lee+a@mail.example.com> is not here', { cause }), {
    code: '23505',
    detail: 'Key (email)=(ann.lee+a@mail.example.com) already exists.',
    parameters: ['hunter2'],
  })
  log.error('no mail for ann.lee+a@mail.example.com', error)
  expect(newest()).toMatchObject({
    message: 'no mail for [email]',
    error: { code: '23505', message: '550 <[email]> is not here', cause: { message: 'http://10.0.0.5:8332 does not answer' } },
  })
  expect(written.join('')).not.toMatch(/ann|hunter2|Key/)
})

it('says the code that a node gave, and each try of a name with several addresses', () => {
  log.error('not sent', Object.assign(new Error('insufficient funds'), { code: -32000 }))
  expect(newest()).toMatchObject({ error: { code: -32000 } })
  log.error(
    'no connection',
    new AggregateError([new Error('connect ECONNREFUSED ::1:5432'), new Error('connect ECONNREFUSED 127.0.0.1:5432')]),
  )
  expect(newest()).toMatchObject({
    error: { errors: [{ message: expect.stringContaining('::1') }, { message: expect.stringContaining('127') }] },
  })
  expect(written.at(-1)).toMatch(/::1:5432.*127\.0\.0\.1:5432/)
})

it('throws at nothing that it is given', () => {
  const own = new Error('a')
  own.cause = own
  log.error('its own cause', own)
  log.error('no text', Object.assign(new Error('a'), { message: 7 }))
  log.error('a number', { amount: 10n })
  expect(written).toHaveLength(3)
})

it('reads a word of any length once, and a password with an @ whole', () => {
  const word = 'f'.repeat(400_000)
  log.error('refused', new Error(`execution reverted: 0x${word}`))
  expect(newest()).toMatchObject({ error: { message: `execution reverted: 0x${word}` } })
  log.error('http://rpc:p@ss@localhost:8332 does not answer')
  expect(newest()).toMatchObject({ message: 'http://localhost:8332 does not answer' })
})
