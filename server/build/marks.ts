// Draws the marks of currencies, of kinds of earn products and of categories of articles: `node server/build/marks.ts`, after a change here.
// 24 px, 1.5 px stroke, round caps, like the app's own icons (src/ui/icons/icon.tsx). Each family is one file, so that the app keeps three files for
// reading without a signal and not sixty: a mark is the `view` that its address names, and what has none shows the first.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Grounds that carry light lines on paper and on night alike. */
const grounds = {
  sea: '#1c6a70',
  deep: '#2f5478',
  brass: '#8a651c',
  rust: '#9a4d30',
  moss: '#4d6b3d',
  plum: '#6b4a75',
  wine: '#87394b',
  slate: '#55616c',
} as const
type Ground = keyof typeof grounds
const ink = '#f8f4ea'

/** Letters and signs in a box from 8 to 16 across and 7 to 17 down. */
const letters = {
  A: 'M8.5 17 12 7l3.5 10M9.8 13.4h4.4',
  B: 'M9.2 12h3.3a2.5 2.5 0 0 1 0 5H9.2V7h2.9a2.5 2.5 0 0 1 0 5',
  C: 'M15.4 9.1a4.2 5 0 1 0 0 5.8',
  D: 'M9 7v10h1.8c2.9 0 4.7-2 4.7-5s-1.8-5-4.7-5Z',
  E: 'M15 7H9.2v10H15M9.2 12h4.6',
  F: 'M15 7H9.4v10M9.4 12h4.4',
  H: 'M8.6 7v10M15.4 7v10M8.6 12h6.8',
  I: 'M12 7v10M9.8 7h4.4M9.8 17h4.4',
  K: 'M9 7v10M15 7l-6 6M11.3 10.8l4.2 6.2',
  L: 'M9.4 7v10h5.6',
  M: 'M8 17V7l4 5.6L16 7v10',
  N: 'M8.7 17V7l6.6 10V7',
  O: 'M12 7c-2.3 0-3.9 2-3.9 5s1.6 5 3.9 5 3.9-2 3.9-5-1.6-5-3.9-5',
  R: 'M9.2 17V7h3.2a2.6 2.6 0 0 1 0 5.2H9.2M12.2 12.2l3.2 4.8',
  S: 'M15.1 9.2C14.8 7.8 13.6 7 12 7c-1.8 0-3.1.9-3.1 2.4 0 3.4 6.4 1.8 6.4 5.2 0 1.5-1.4 2.4-3.3 2.4-1.7 0-3-.8-3.3-2.2',
  T: 'M8.3 7h7.4M12 7v10',
  U: 'M8.6 7v6.4c0 2.2 1.4 3.6 3.4 3.6s3.4-1.4 3.4-3.6V7',
  V: 'm8.5 7 3.5 10 3.5-10',
  X: 'm8.6 7 6.8 10M15.4 7 8.6 17',
  tether: 'M8 7h8M12 7v10M9.4 11.4h5.2',
  dollar: 'M14.8 9.4C14.5 8.1 13.4 7.4 12 7.4c-1.6 0-2.8.8-2.8 2.2 0 3.1 5.8 1.6 5.8 4.8 0 1.4-1.3 2.2-3 2.2-1.5 0-2.7-.7-3-2M12 5.6v12.8',
  euro: 'M15.6 8.4a4.6 5 0 1 0 0 7.2M7 10.8h6M7 13.2h5.4',
  yen: 'm8.4 7 3.6 5 3.6-5M12 12v5M9 12.4h6M9 14.8h6',
  pound: 'M15 9c-.3-1.2-1.2-2-2.5-2-1.7 0-2.8 1.2-2.8 3v3.6c0 1.5-.5 2.6-1.4 3.4h7M8.3 12.6h5',
  won: 'm7.2 7.4 2.2 9.4L12 9.4l2.6 7.4 2.2-9.4M6.6 11h10.8M7 13.6h10',
  baht: 'M9.4 12h3.1a2.5 2.5 0 0 1 0 5H9.4V7h2.7a2.5 2.5 0 0 1 0 5M11.4 5.4V7M11.4 17v1.6',
  dong: 'M14.6 6.4v8.4M14.6 12a2.7 2.7 0 1 1-5.4 0 2.7 2.7 0 0 1 5.4 0M12.4 8.2h4.2M9.6 17.6h5',
  wave: 'M7 13.6c1.7-1.8 3.3-1.8 5 0s3.3 1.8 5 0M7 10.2c1.7-1.8 3.3-1.8 5 0s3.3 1.8 5 0',
} as const

/** Currencies by code: a letter or sign, and the ground it stands on. */
const coins: Readonly<Record<string, readonly [keyof typeof letters, Ground]>> = {
  USDT: ['tether', 'sea'],
  USDC: ['C', 'deep'],
  BTC: ['B', 'brass'],
  ETH: ['E', 'slate'],
  BNB: ['N', 'brass'],
  SOL: ['S', 'plum'],
  XRP: ['X', 'slate'],
  ADA: ['A', 'deep'],
  DOGE: ['D', 'brass'],
  TRX: ['R', 'wine'],
  LTC: ['L', 'slate'],
  BCH: ['H', 'moss'],
  LINK: ['K', 'deep'],
  AVAX: ['V', 'rust'],
  DOT: ['O', 'plum'],
  TON: ['T', 'deep'],
  UNI: ['U', 'wine'],
  ATOM: ['M', 'plum'],
  TIDE: ['wave', 'sea'],
  BCN: ['I', 'rust'],
  MST: ['M', 'deep'],
  USD: ['dollar', 'moss'],
  EUR: ['euro', 'deep'],
  JPY: ['yen', 'wine'],
  KRW: ['won', 'deep'],
  MYR: ['R', 'brass'],
  THB: ['baht', 'plum'],
  VND: ['dong', 'rust'],
  GBP: ['pound', 'plum'],
  AUD: ['dollar', 'brass'],
  NZD: ['dollar', 'slate'],
  CAD: ['dollar', 'rust'],
  CHF: ['F', 'wine'],
  SGD: ['dollar', 'wine'],
  CNH: ['yen', 'rust'],
}

/** Kinds of earn products by their number: two ways that meet, a link, a line that follows, a machine, several people. */
const products: Readonly<Record<string, readonly [shape: string, Ground]>> = {
  p1: ['M6 9.2h11.4M14.2 6l3.2 3.2-3.2 3.2M18 15.2H6.6M9.8 12l-3.2 3.2 3.2 3.2', 'sea'],
  p2: ['M9.8 14.2 14.2 9.8M8.4 11.8l-1.5 1.5a2.6 2.6 0 0 0 3.7 3.7l1.5-1.5M11.9 8.5 13.4 7a2.6 2.6 0 0 1 3.7 3.7l-1.5 1.5', 'deep'],
  p3: ['M6 15.5l3.6-4.2 3.2 2.4L18 7.2M14.6 7H18v3.4M6 18.2h12', 'plum'],
  p4: ['M18 9.3V7.5H6v8.8h12v-4M12.8 14.3a2.5 2.5 0 1 0-1.7 0M12 12v.1M16 13.9v.1', 'slate'],
  p5: [
    'M6 17.6c.3-2.6 1.7-3.9 3.9-3.9s3.6 1.3 3.9 3.9M9.9 11.2a2.3 2.3 0 1 0-1.7-.7M14.6 11a2.2 2.2 0 1 0-1-4.1M15.6 13.8c1.6.3 2.6 1.5 2.9 3.6',
    'moss',
  ],
}

/** Categories of help and news, each something of a harbour office. */
const covers: Readonly<Record<string, readonly [shape: string, Ground]>> = {
  start: ['M6.5 15.5h11l-1.6 2.6H8.1ZM12 15.5v-10M12 6.8c2.6 1.6 3.8 3.7 4 6.5h-4', 'sea'],
  security: ['M7 11h10v7.2H7ZM9 11V8.6a3 3 0 0 1 6 0V11M12 14v1.4', 'slate'],
  verification: ['M7.2 5.5h9.6v13H7.2ZM9.6 12l1.8 1.8 3.2-3.6', 'moss'],
  money: ['M6 6.2h12v11.6H6ZM9 6.2v11.6M11.8 10h3.4M11.8 13h3.4', 'brass'],
  trading: ['M8.6 18V6M5.8 8.8 8.6 6l2.8 2.8M15.4 6v12M12.6 15.2l2.8 2.8 2.8-2.8', 'deep'],
  earn: [
    'M6.8 9c0-1.3 2.3-2.3 5.2-2.3s5.2 1 5.2 2.3-2.3 2.3-5.2 2.3c-1.9 0-3.6-.4-4.5-1.1M6.8 9v6c0 1.3 2.3 2.3 5.2 2.3s5.2-1 5.2-2.3V9M6.8 12c0 1.3 2.3 2.3 5.2 2.3s5.2-1 5.2-2.3',
    'brass',
  ],
  borrow: ['M5.8 10 12 6.2l6.2 3.8M7.4 10.8v5.4M10.5 10.8v5.4M13.5 10.8v5.4M16.6 10.8v5.4M5.8 18h12.4', 'plum'],
  growth: ['M6 17.8h4v-3.6h4v-3.8h4V6.2', 'moss'],
  fairness: ['M12 5.8v11.6M9 17.8h6M6.6 8.2h10.8M6.6 8.2 4.8 12.6h3.8ZM17.4 8.2l-2 4.4h3.8Z', 'sea'],
  agreement: ['M7.2 5.5h9.6v13H7.2ZM9.6 9h4.8M9.6 11.8h4.8M9.6 15.2c.9-1.2 1.6-1.2 2.2 0s1.4 1 2.2 0', 'slate'],
  markets: [
    'M7.4 6v2M7.4 13.4v3M6 8h2.8v5.4H6ZM12 8v2.2M12 15.4v2.8M10.6 10.2h2.8v5.2h-2.8ZM16.6 5.6v2M16.6 12.2v2.6M15.2 7.6H18v4.6h-2.8Z',
    'deep',
  ],
  crypto: ['M9.8 14.2 14.2 9.8M8.4 11.8l-1.5 1.5a2.6 2.6 0 0 0 3.7 3.7l1.5-1.5M11.9 8.5 13.4 7a2.6 2.6 0 0 1 3.7 3.7l-1.5 1.5', 'plum'],
  safety: ['M12 5.8a6.2 6.2 0 1 0 .1 0M12 9.4a2.6 2.6 0 1 0 .1 0M12 5.8v3.6M12 14.6v3.6M5.8 12h3.6M14.6 12h3.6', 'rust'],
  product: ['M13.4 6a4 4 0 1 0 .1 0M13.4 10c0 4-2.6 5.4-7.9 5.4M5.5 18.4h13', 'sea'],
}

type Drawn = readonly [name: string, shape: string, ground: Ground]

/** A family as one file: what nobody named at first, where every page of it begins, then each to the right of the one before. */
function sheet(members: readonly Drawn[], ground: (colour: string) => string): string {
  const rows = members.map(
    ([name, shape, colour], at) =>
      `<view id="${name}" viewBox="${at * 24} 0 24 24"/><g transform="translate(${at * 24})">${ground(grounds[colour])}<path d="${shape}"/></g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">\n${rows.join('\n')}\n</svg>\n`
}

const disc = (colour: string): string => `<circle cx="12" cy="12" r="12" fill="${colour}" stroke="none"/>`
const tile = (colour: string): string => `<rect width="24" height="24" rx="5" fill="${colour}" stroke="none"/>`
const named = (table: Readonly<Record<string, readonly [string, Ground]>>): Drawn[] =>
  Object.entries(table).map(([name, [shape, ground]]) => [name, shape, ground])

/** The files in public/icons by their names. */
export const iconSpriteSheets: Readonly<Record<string, string>> = {
  'coins.svg': sheet(
    [
      ['other', 'M12 8.2a3.8 3.8 0 1 0 .1 0', 'slate'],
      ...Object.entries(coins).map(([name, [letter, ground]]): Drawn => [name, letters[letter], ground]),
    ],
    disc,
  ),
  'products.svg': sheet([['other', 'M6 8h12v8.5H6ZM6 11h12', 'slate'], ...named(products)], tile),
  'covers.svg': sheet([['other', 'M7 5.5h10v13H7ZM9.6 9h4.8M9.6 12h4.8M9.6 15h2.6', 'slate'], ...named(covers)], tile),
}

if (import.meta.main)
  for (const [name, text] of Object.entries(iconSpriteSheets))
    writeFileSync(join(resolve(import.meta.dirname, '../../public/icons'), name), text)
