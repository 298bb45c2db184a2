import { expect, test } from 'vitest'
import { proofsFor } from './safePasswordProofs.ts'

const person = { email: 'a***@example.com', googleBind: 0, passkeyCount: 0, hasLoginPassword: 1 } as const

test('the first time the strongest proof is enough', () => {
  expect(proofsFor(person, ['password', 'email'], false)).toEqual({ code: true, password: false, second: false })
  expect(proofsFor({ ...person, googleBind: 1 }, ['password', 'email'], false)).toEqual({ code: false, password: false, second: true })
  expect(proofsFor(person, ['password'], false)).toEqual({ code: false, password: true, second: false })
})

test('after it was forgotten all that the person has is asked for', () => {
  expect(proofsFor({ ...person, passkeyCount: 1 }, ['password', 'email'], true)).toEqual({ code: true, password: true, second: true })
  expect(proofsFor({ ...person, hasLoginPassword: 0 }, undefined, true)).toEqual({ code: true, password: false, second: false })
})
