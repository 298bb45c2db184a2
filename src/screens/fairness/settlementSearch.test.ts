import { expect, it } from 'vitest'
import { exactId, readSettlementSearch } from './settlementSearch.ts'

it.each([
  [
    { type: 'position', id: '7529750870934016870' },
    { type: 'position', id: '7529750870934016870' },
  ],
  [
    { type: 'demoFund', id: 42 },
    { type: 'demoFund', id: '42' },
  ],
  [{ type: 'a b', id: '../x' }, {}],
  [{ id: 1.5 }, {}],
])('%j is read as %j', (search, read) => expect(readSettlementSearch(search)).toEqual(read))

it('nineteen digits are kept, typed or followed', () => {
  const { id = '' } = readSettlementSearch({ id: Number('7529750870934016870') })
  expect(exactId(id, '?type=position&id=7529750870934016870')).toBe('7529750870934016870')
  expect(exactId('7529750870934016870', '?type=position&id=%227529750870934016870%22')).toBe('7529750870934016870')
  expect(exactId('42', '?id=43')).toBe('42')
})
