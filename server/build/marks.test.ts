import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { earnProductType } from '#contract/states.ts'
import { currencySeeds } from '#db/seed/currencies.ts'
import { coinIconUrl, articleCategoryIconUrl, earnProductIconUrl } from '#rules/iconUrls.ts'
import { iconSpriteSheets } from './marks.ts'

const root = resolve(import.meta.dirname, '../..')

test('the files are those that the drawings make', () => {
  for (const [name, text] of Object.entries(iconSpriteSheets)) expect(readFileSync(join(root, 'public/icons', name), 'utf8')).toBe(text)
})

test('every currency, kind of product and category of articles has a drawing of its own', () => {
  const folder = join(root, 'server/db/seed/content/en')
  const categories = ['help', 'news', 'agreement'].flatMap((kind) =>
    readdirSync(join(folder, kind)).map((file) => /^category: *(\w+)/m.exec(readFileSync(join(folder, kind, file), 'utf8'))?.[1] ?? ''),
  )
  const named = [
    ...currencySeeds.map(({ currency }) => coinIconUrl(currency)),
    ...Object.values(earnProductType).map(earnProductIconUrl),
    ...new Set(categories.map(articleCategoryIconUrl)),
  ]
  expect(named.length).toBeGreaterThan(50)
  for (const address of named) {
    const [, name = '', id = ''] = /^\/icons\/([a-z]+\.svg)#(\w+)$/.exec(address) ?? []
    expect(iconSpriteSheets[name], address).toContain(`<view id="${id}"`)
  }
})

test('no two currencies look the same', () => {
  const drawn = [...(iconSpriteSheets['coins.svg'] ?? '').matchAll(/fill="(#\w+)" stroke="none"\/><path d="([^"]+)"/g)].map(
    ([, ground, shape]) => `${ground} ${shape}`,
  )
  expect(drawn.length).toBeGreaterThan(30)
  expect(new Set(drawn).size).toBe(drawn.length)
})
