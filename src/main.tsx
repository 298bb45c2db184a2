import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, startTransition, useInsertionEffect } from 'react'
import { createRoot } from 'react-dom/client'
import '#ui/tokens.css'
import '#ui/reset.css'
import '#ui/primitives/primitives.css'
import '#app/appLock.ts'
import { LoadingOverlay } from '#app/status/LoadingOverlay.tsx'
import { startApiLayerEventHandlers } from '#app/status/appEventHandlers.ts'
import { startAppearanceSync } from '#app/appearance.ts'
import { startRefetchOnNewerWorkerRead } from '#app/worker/freshReads.ts'
import { showLoadingOverlay } from '#app/status/loadingOverlay.ts'
import { reloadPageUnlessJustReloaded, startChunkLoadErrorHandling } from '#app/worker/chunkLoadError.ts'
import { startRootFontScaling } from '#app/rootFontSize.ts'
import { loadFirstScreen, router, startRouter } from '#app/router.ts'
import { queryClient } from '#api/queryClient.ts'
import { yieldToNextTask, runWhenPageIdle } from '#device/idle.ts'
import { watchBrowserInstallOffer } from '#device/installation.ts'
import { i18n, switchLanguage, resolveInitialLanguageCode } from '#i18n/i18n.ts'

const firstScreenMs = 1_500
/** Where the page already shows the frame of its screen, for so long it stays until the screen itself has come. */
const shellMs = 10_000
/** The first frame is drawn before; a page that is never idle begins all the same. */
const backgroundWithinMs = 1_000
const page = document.documentElement
const shell = document.querySelector('#first[inert]')

/** In pieces, each a task of its own: what a person does meanwhile, or a frame, waits for one of them and not for all. */
async function start(): Promise<void> {
  startRefetchOnNewerWorkerRead()
  startAppearanceSync()
  startRootFontScaling()
  watchBrowserInstallOffer()
  startChunkLoadErrorHandling()
  startApiLayerEventHandlers()
  // The words and the first screen's code arrive together; a slow screen does not hold the frame back.
  const words = switchLanguage(resolveInitialLanguageCode()).catch(() => switchLanguage('en-us'))
  await yieldToNextTask()
  startRouter()
  await yieldToNextTask()
  const screen = loadFirstScreen()
  await yieldToNextTask()
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await Promise.all([words, Promise.race([screen, new Promise((late) => setTimeout(late, shell ? shellMs : firstScreenMs))])])
  await yieldToNextTask()
  // A first screen that is still on its way: the frame says so in place of the first paint.
  if (router.state.resolvedLocation === undefined) showLoadingOverlay()
  if (shell) standStill()
  // A piece at a time: a slow phone answers a finger between two of them, and then the whole is there in one go.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <I18nProvider i18n={i18n}>
            <Dressed>
              <RouterProvider router={router} />
              {/* Beside the screens, not inside one: it also speaks while a guard still waits. */}
              <LoadingOverlay />
            </Dressed>
          </I18nProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/** What nobody waits for, once the first screen stands. */
function beginBackground(): void {
  // A chunk that is lost leads to its own reload; the screens work without this one.
  import('#app/launch/background.ts').then(
    ({ startBackgroundServices }) => startBackgroundServices(),
    () => undefined,
  )
}

/**
 * The sheets of a page that shows its frame already wait until the app takes the frame's place (server/build/shellPage.ts): applied at once they
 * would have the frame styled anew, which looks the same, and then the app.
 */
function Dressed({ children }: { children: ReactNode }) {
  useInsertionEffect(() => {
    for (const { sheet } of document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')) if (sheet) sheet.media.mediaText = 'all'
    runWhenPageIdle(beginBackground, backgroundWithinMs)
  }, [])
  return children
}

/** What the page has shown already does not appear once more: until the next screen, skeletons stand at once. */
function standStill(): void {
  page.dataset['taken'] = ''
  const off = router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    delete page.dataset['taken']
    off()
  })
}

/** Not even the frame came up: the page says so in its own words, with a way out. */
function sayStuck(): void {
  if (navigator.onLine && reloadPageUnlessJustReloaded()) return
  const said = document.getElementById('lost')
  if (said) said.hidden = false
}

start().catch(sayStuck)
