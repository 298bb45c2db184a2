import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { productType } from '#contract/states.ts'
import { currencies } from '#db/seed/currencies.ts'
import { coinMark, coverOf, productMark } from '#rules/marks.ts'
import { markSheets } from './marks.ts'

const root = resolve(import.meta.dirname, '../..')

test('the files are those that the drawings make', () => {
  for (const [name, text] of Object.entries(markSheets)) expect(readFileSync(join(root, 'public/icons', name), 'utf8')).toBe(text)
})

test('every currency, kind of product and category of articles has a drawing of its own', () => {
  const folder = join(root, 'server/db/seed/content/en')
  const categories = ['help', 'news', 'agreement'].flatMap((kind) =>
    readdirSync(join(folder, kind)).map((file) => /^category: *(\w+)/m.exec(readFileSync(join(folder, kind, file), 'utf8'))?.[1] ?? ''),
  )
  const named = [
    ...currencies.map(({ currency }) => coinMark(currency)),
    ...Object.values(productType).map(productMark),
    ...new Set(categories.map(coverOf)),
  ]
  expect(named.length).toBeGreaterThan(50)
  for (const address of named) {
    const [, name = '', id = ''] = /^\/icons\/([a-z]+\.svg)#(\w+)$/.exec(address) ?? []
    expect(markSheets[name], address).toContain(`<view id="${id}"`)
  }
})

test('no two currencies look the same', () => {
  const drawn = [...(markSheets['coins.svg'] ?? '').matchAll(/fill="(#\w+)" stroke="none"\/><path d="([^"]+)"/g)].map(
    ([, ground, shape]) => `${ground} ${shape}`,
  )
  expect(drawn.length).toBeGreaterThan(30)
  expect(new Set(drawn).size).toBe(drawn.length)
})
