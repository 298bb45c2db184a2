import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, type AnyRouter, createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import type { Messages } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { renderToString } from 'react-dom/server'
import { queryClient } from '#api/queryClient.ts'
import { setToken } from '#api/session.ts'
import { activateLocale, addCatalogMessages } from '#i18n/activate.ts'
import { i18n } from '#i18n/i18n.ts'
import { supportedLanguages } from '#contract/languages.ts'
import { path } from '#sitemap'
import { Route as register } from './screens/account/register/Register.tsx'
import { Route as signIn } from './screens/account/signIn/SignIn.tsx'
import { Route as article } from './screens/content/Article.tsx'
import { Route as home } from './screens/home/Home.tsx'
import { NetAssetsCard } from './screens/home/NetAssetsCard.tsx'
import { netAssetsComponentStore } from './screens/home/netAssetsComponent.ts'
import { Route as chart } from './screens/market/Chart.tsx'
import { Route as markets } from './screens/market/Markets.tsx'
import { Route as root } from './app/Root.tsx'
import { attachRouteToParent } from '#app/placeRoute.ts'
import { urlSearchSerializer } from '#app/searchSerializer.ts'
import { templateArticleId, pageTemplates } from './fillablePages.ts'
import type { PrerenderedScreen, AppLoadingPageTexts, PrerenderedScreenName } from '#contract/drawnShell.ts'

const catalogs = import.meta.glob<{ messages: Messages }>('../locales/*/messages.po', { eager: true })

const screens: Readonly<Record<PrerenderedScreenName, AnyRoute>> = { home, markets, signIn, register, chart, article }
const tree: AnyRoute = root.addChildren(
  (Object.keys(screens) as PrerenderedScreenName[]).map((name) => attachRouteToParent(screens[name], root, path[name])),
)

/** Where a screen needs to be told what it shows. */
const addresses: { [N in PrerenderedScreenName]?: string } = { article: `${path.article}?id=${templateArticleId}` }

/** Draws the screens that the server sends as pages (server/build/shells.ts). Runs at the build, in a process without a browser. */
export async function prerenderShells(): Promise<PrerenderedScreen[]> {
  const names = Object.keys(screens) as PrerenderedScreenName[]
  const routers = new Map(await Promise.all(names.map(async (name) => [name, await routerAt(addresses[name] ?? path[name])] as const)))
  // With whoever is signed in it comes before home is shown.
  netAssetsComponentStore.set({ NetAssetsCard })
  // In one go: a part that is fetched later is never there, as in the first frame of a browser.
  return supportedLanguages.flatMap(({ code, locale }) => {
    addCatalogMessages(locale, catalogs[`../locales/${locale}/messages.po`]?.messages ?? {})
    activateLocale(locale)
    const words = firstWords()
    const drawn = (name: PrerenderedScreenName): PrerenderedScreen => {
      const router = routers.get(name) as AnyRouter
      setToken(undefined)
      const markup = draw(router)
      setToken('someone')
      const own = draw(router)
      return { name, path: path[name], code, locale, words, markup, own: own === markup ? undefined : own }
    }
    // Before any answer first: what the others know would be in them too.
    const before = names.map(drawn)
    const filled = pageTemplates.map(({ name, variant, title, bring, seal }): PrerenderedScreen => {
      bring(code)
      const { markup, own, ...rest } = drawn(name)
      return { ...rest, variant, markup: seal(markup), own: own && seal(own), ...(title !== undefined && { title }) }
    })
    queryClient.clear()
    return [...before, ...filled]
  })
}

async function routerAt(address: string): Promise<AnyRouter> {
  const history = createMemoryHistory({ initialEntries: [address] })
  const options = { routeTree: tree, history, isServer: true, defaultErrorComponent: Refuse, ...urlSearchSerializer }
  const router: AnyRouter = createRouter(options)
  // With what the screen itself adds to its address; the router would first lead there.
  const { pathname, searchParams } = new URL(address, location.href)
  const given = Object.fromEntries(searchParams)
  history.replace(router.buildLocation({ to: pathname, search: searchParams.size > 0 ? given : true }).href)
  await router.load()
  return router
}

const firstWords = (): AppLoadingPageTexts => ({
  promise: i18n._(msg`Every price recorded. Every cost shown before you confirm.`),
  lost: i18n._(msg`The app did not arrive. Check your connection.`),
  again: i18n._(msg`Try again`),
})

/** A screen that cannot be drawn ends the build. */
function Refuse({ error }: { error: unknown }): never {
  throw error
}

const draw = (router: AnyRouter): string =>
  renderToString(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </QueryClientProvider>,
  )
