import { expect, it } from 'vitest'
import { exactId } from './exactId.ts'

it('has the digits of an id that the router has rounded', () => {
  const rounded = String(JSON.parse('7529750870934016870'))
  expect(rounded).not.toBe('7529750870934016870')
  expect(exactId(rounded, '?type=position&id=7529750870934016870')).toBe('7529750870934016870')
  expect(exactId('7529750870934016870', '?type=position&id=%227529750870934016870%22')).toBe('7529750870934016870')
  expect(exactId('42', '?id=43')).toBe('42')
})
