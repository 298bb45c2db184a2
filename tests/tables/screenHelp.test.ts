import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { supportTopicHelpArticles } from '#contract/calls/support.ts'
import { type ScreenName, sitemap } from '#sitemap'
import { findScreenHelpArticleIds, helpArticleIdsByScreen } from '#widgets/help/helpOf.ts'
import { screenPathsWithoutHelp } from '#widgets/help/withoutHelp.ts'
import { searchableScreens } from '../../src/screens/search/searchableScreens.ts'

const screens = Object.keys(sitemap) as ScreenName[]
const articles = new Set(
  readdirSync('server/db/seed/content/en/help').flatMap((file) => (file.endsWith('.html') ? [file.slice(0, -'.html'.length)] : [])),
)

/** Screens without help of their own, and why. */
const needsNone: Partial<Record<ScreenName, string>> = {
  home: 'leads everywhere and is the first load; each screen that it leads to has its help',
  signInReturn: 'a step of signing in that passes by itself',
  news: 'is text to read',
  articles: 'is the help',
  article: 'is the help',
  sharedArticle: 'is the help',
  announcements: 'is text to read',
  support: 'is the help, with the articles of each subject in it',
  search: 'finds the help',
  externalPage: 'says itself all there is to know',
}

/** Screens that nobody looks for by name, and why. */
const notFoundByName: Partial<Record<ScreenName, string>> = {
  createOrder: 'the same ticket as Contracts, for links',
  signInReturn: 'a step of signing in',
  addSignIn: 'a step of keeping a guest account',
  forgotPassword: 'a step of signing in',
  verificationResult: 'needs something handed in',
  suitability: 'stands where its answers are asked for',
  withdrawalResult: 'needs a withdrawal',
  settlementInfo: 'needs something settled',
  earnProduct: 'needs a product',
  earnReceipt: 'needs a purchase',
  earnOrders: 'all of them are among the investment orders',
  machine: 'needs a machine',
  bond: 'needs a project',
  competition: 'needs a competition',
  article: 'is found by its own title',
  sharedArticle: 'the same for whoever a link was sent to',
  search: 'is where one is',
  externalPage: 'needs an address',
}

describe('help on each screen', () => {
  it('names only articles that exist, and so does the chat', () => {
    const named = [...Object.values(helpArticleIdsByScreen), ...Object.values(supportTopicHelpArticles)].flatMap((ids) => ids ?? [])
    expect(named.filter((id) => !articles.has(id))).toEqual([])
  })

  it('is there for every screen, or it is said why not', () => {
    expect(screens.filter((screen) => !helpArticleIdsByScreen[screen] && !needsNone[screen])).toEqual([])
    expect(screens.filter((screen) => helpArticleIdsByScreen[screen] && needsNone[screen])).toEqual([])
    expect(new Set(screenPathsWithoutHelp)).toEqual(new Set(Object.keys(needsNone).map((screen) => sitemap[screen as ScreenName].path)))
  })

  it('knows the screens that are several', () => {
    expect(Object.keys(helpArticleIdsByScreen).filter((key) => !screens.includes(key.split(':')[0] as ScreenName))).toEqual([])
    expect(findScreenHelpArticleIds('contracts', { mode: 'option' })).toContain('options')
    expect(findScreenHelpArticleIds('contracts', { mode: 'contract' })).toContain('contracts-step-by-step')
    expect(findScreenHelpArticleIds('earnProducts', { type: 2 })).toContain('pledge')
    expect(findScreenHelpArticleIds('borrow', { kind: 'pledge' })).toContain('pledge-loans')
    expect(findScreenHelpArticleIds('home', {})).toBeUndefined()
  })
})

it('every screen is found by its name, or it is said why not', () => {
  const named = new Set(searchableScreens.map(({ screen }) => screen))
  expect(screens.filter((screen) => !named.has(screen) && !notFoundByName[screen])).toEqual([])
  expect(screens.filter((screen) => named.has(screen) && notFoundByName[screen])).toEqual([])
})
