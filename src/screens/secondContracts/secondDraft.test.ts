import { expect, it } from 'vitest'
import { parseSecondContractDraft } from './secondDraft.ts'

it('finds duration and stake, and leaves out what does not fit', () => {
  expect(parseSecondContractDraft({ setId: '3', money: '100' })).toEqual({ setId: '3', money: '100' })
  expect(parseSecondContractDraft({ setId: 3, money: '100' })).toEqual({ money: '100' })
  expect([undefined, null, 'x'].map(parseSecondContractDraft)).toEqual([{}, {}, {}])
})
