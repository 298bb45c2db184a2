import { expect, it } from 'vitest'
import { mergeFavourites } from './mergeFavourites.ts'

const agreed = (...symbols: string[]) => ({ owner: 'ann', symbols })

it('puts this device’s first at the first sign-in, then the account’s', () =>
  expect(mergeFavourites(['XAU', 'BTC'], ['BTC', 'ETH'], undefined, 'ann')).toEqual(['XAU', 'BTC', 'ETH']))

it('takes the account’s list, its order too, while nothing changed here', () =>
  expect(mergeFavourites(['BTC', 'ETH'], ['ETH', 'SOL', 'BTC'], agreed('BTC', 'ETH'), 'ann')).toEqual(['ETH', 'SOL', 'BTC']))

it('keeps what was added here without a signal, and what another device added', () =>
  expect(mergeFavourites(['BTC', 'XAU'], ['BTC', 'SOL'], agreed('BTC'), 'ann')).toEqual(['BTC', 'XAU', 'SOL']))

it('lets removed ones stay removed, on whichever side it was', () =>
  expect(mergeFavourites(['XAU', 'BTC'], ['BTC', 'ETH', 'SOL'], agreed('BTC', 'ETH', 'XAU'), 'ann')).toEqual(['BTC', 'SOL']))

it('takes nothing along from the account of another person', () =>
  expect(mergeFavourites(['XAU', 'BTC'], ['ETH'], agreed('XAU', 'BTC'), 'bob')).toEqual(['ETH']))
