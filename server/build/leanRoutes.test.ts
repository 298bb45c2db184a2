import { expect, it } from 'vitest'
import { pathConstantsSource, leanSitemapSource, inlinePathConstants } from './leanRoutes.ts'

const screens = {
  home: { path: '/home', screen: 'home/Home', access: 'open', tab: 'home' },
  verify: { path: '/verify', screen: 'fairness/Verify', access: 'open' },
} as const

it('gives every address by its name', () => {
  expect(pathConstantsSource(screens)).toBe('export const home = "/home"\nexport const verify = "/verify"\n')
})

it('keeps the rows that the frame treats in their own way, without what only the build reads', () => {
  expect(leanSitemapSource(screens)).toBe(`export const sitemap = {"home":{"path":"/home","tab":"home"}}\n`)
})

it('writes an address where it leads, and leaves other paths alone', () => {
  expect(
    inlinePathConstants('go(path.home, `${path.verify}?id=1`, call.path.home, path.length, path[name]) as typeof path.home', screens),
  ).toBe('go("/home", `${"/verify"}?id=1`, call.path.home, path.length, path[name]) as typeof path.home')
})

it('brings all addresses only where one is asked for by a name that is known later', () => {
  expect(inlinePathConstants("import { path, sitemap } from '#sitemap'\ngo(path.home, sitemap)", screens)).toBe(
    'import {  sitemap } from \'#sitemap\'\ngo("/home", sitemap)',
  )
  expect(inlinePathConstants("import { path } from '#sitemap'\ngo(path[name])", screens)).toBe(
    "import * as path from '#sitemap?paths'; import {  } from '#sitemap'\ngo(path[name])",
  )
})
