import { expect, it } from 'vitest'
import { readSettlementSearchParams } from './settlementSearch.ts'

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
])('%j is read as %j', (search, read) => expect(readSettlementSearchParams(search)).toEqual(read))
