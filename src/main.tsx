import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#ui/tokens.css'
import '#ui/reset.css'
import '#app/appLock.ts'
import { LoadingOverlay } from '#app/LoadingOverlay.tsx'
import { listenToAnnouncements } from '#app/announcements.ts'
import { keepAppearance } from '#app/appearance.ts'
import { adoptFresherReads } from '#app/freshReads.ts'
import { showOverlay } from '#app/loadingOverlay.ts'
import { reloadOnce, watchLostChunks } from '#app/lostChunk.ts'
import { scaleRootFont } from '#app/rootFontSize.ts'
import { loadFirstScreen, router } from '#app/router.ts'
import { queryClient } from '#api/queryClient.ts'
import { watchInstallation } from '#device/installation.ts'
import { i18n, loadLanguage, startLanguage } from '#i18n/i18n.ts'

const firstScreenMs = 1_500

async function start(): Promise<void> {
  adoptFresherReads()
  keepAppearance()
  scaleRootFont()
  watchInstallation()
  watchLostChunks()
  listenToAnnouncements()
  // Before a first line of text asks for it, which would then be laid out twice.
  document.fonts.load('1em Plex').catch(() => undefined)
  // The words and the first screen's code arrive together; a slow screen does not hold the frame back.
  const words = loadLanguage(startLanguage()).catch(() => loadLanguage('en-us'))
  await Promise.all([words, Promise.race([loadFirstScreen(), new Promise((late) => setTimeout(late, firstScreenMs))])])
  // A first screen that is still on its way: the frame says so in place of the first paint.
  if (router.state.resolvedLocation === undefined) showOverlay()
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <RouterProvider router={router} />
          {/* Beside the screens, not inside one: it also speaks while a guard still waits. */}
          <LoadingOverlay />
        </I18nProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  // A chunk that is lost leads to its own reload; the screens work without this one.
  import('#app/background.ts').then(
    ({ startBackground }) => startBackground(),
    () => undefined,
  )
}

/** Not even the frame came up: say so under the first paint, with a way out. */
function sayStuck(): void {
  if (navigator.onLine && reloadOnce()) return
  const again = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Fairlead could not start — reload' })
  again.addEventListener('click', () => location.reload())
  document.querySelector('#first main')?.append(again)
}

start().catch(sayStuck)
