import { defaultStringifySearch } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { readSearch } from './readSearch.ts'

const id = '7529841499257712697'

it('keeps every digit of an id, as a message links to it and as the app writes it', () => {
  expect(readSearch(`?id=${id}`)).toEqual({ id })
  expect(readSearch(defaultStringifySearch({ id }))).toEqual({ id })
})

it('reads everything else as before', () => {
  expect(readSearch('?type=2&mode=option&only=true&at=1795190400312')).toEqual({ type: 2, mode: 'option', only: true, at: 1795190400312 })
})
