import { expect, it } from 'vitest'
import { pathSource, sitemapSource } from './leanRoutes.ts'

const screens = {
  home: { path: '/home', screen: 'home/Home', access: 'open', tab: 'home' },
  verify: { path: '/verify', screen: 'fairness/Verify', access: 'open' },
} as const

it('gives every address by its name', () => {
  expect(pathSource(screens)).toBe('export const home = "/home"\nexport const verify = "/verify"\n')
})

it('keeps the rows that the frame treats in their own way, without what only the build reads', () => {
  expect(sitemapSource('/src/sitemap.ts', screens)).toBe(
    `export * as path from '/src/sitemap.ts?paths'\nexport const sitemap = {"home":{"path":"/home","tab":"home"}}\n`,
  )
})
