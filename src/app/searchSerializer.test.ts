import { expect, it } from 'vitest'
import { urlSearchSerializer } from './searchSerializer.ts'

const { parseSearch, stringifySearch } = urlSearchSerializer

it('keeps every digit of an id, quoted or bare', () => {
  expect(parseSearch('?type=position&id=7529750870934016870')).toEqual({ type: 'position', id: '7529750870934016870' })
  expect(parseSearch('?id=%227529750870934016870%22')).toEqual({ id: '7529750870934016870' })
})

it('reads what it has written', () => {
  for (const search of [{ id: '7529750870934016870' }, { id: '42' }, { page: 2 }, { tab: 'withdrawal', on: true }])
    expect(parseSearch(stringifySearch(search))).toEqual(search)
})

it('reads small numbers and words as before', () => {
  expect(parseSearch('?page=2&sec=1795249287&id=deposits')).toEqual({ page: 2, sec: 1_795_249_287, id: 'deposits' })
})
