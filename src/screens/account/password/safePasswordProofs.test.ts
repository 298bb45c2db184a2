import { expect, test } from 'vitest'
import { requiredSafePasswordProofs } from './safePasswordProofs.ts'

const person = { email: 'a***@example.com', googleBind: 0, passkeyCount: 0, hasLoginPassword: 1 } as const

test('the first time the strongest proof is enough', () => {
  expect(requiredSafePasswordProofs(person, ['password', 'email'], false)).toEqual({ code: true, password: false, second: false })
  expect(requiredSafePasswordProofs({ ...person, googleBind: 1 }, ['password', 'email'], false)).toEqual({
    code: false,
    password: false,
    second: true,
  })
  expect(requiredSafePasswordProofs(person, ['password'], false)).toEqual({ code: false, password: true, second: false })
})

test('after it was forgotten all that the person has is asked for', () => {
  expect(requiredSafePasswordProofs({ ...person, passkeyCount: 1 }, ['password', 'email'], true)).toEqual({
    code: true,
    password: true,
    second: true,
  })
  expect(requiredSafePasswordProofs({ ...person, hasLoginPassword: 0 }, undefined, true)).toEqual({
    code: true,
    password: false,
    second: false,
  })
})
