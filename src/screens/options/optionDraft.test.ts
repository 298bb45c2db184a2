import { expect, it } from 'vitest'
import { parseOptionDraft } from './optionDraft.ts'

const typed = { expiry: '1767254400000', picked: { cp: 'P', strike: '61500.5' }, quantity: '0.02' }

it('finds what was picked and typed', () => expect(parseOptionDraft(typed)).toEqual(typed))

it.each([{ cp: 'X', strike: '60000' }, { cp: 'C', strike: '0' }, { cp: 'C', strike: '6e4' }, { cp: 'C', strike: 60000 }, 'C60000', null])(
  'leaves out %j, which no option is called',
  (picked) => expect(parseOptionDraft({ ...typed, picked })).toEqual({ expiry: typed.expiry, quantity: typed.quantity }),
)

it('finds nothing in what is no draft', () =>
  expect([undefined, null, 'x', { quantity: 3 }].map(parseOptionDraft)).toEqual([{}, {}, {}, {}]))
