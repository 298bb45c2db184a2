/** Runs what nobody waits for when the page has nothing else to do, at the latest after `withinMs`. */
export const runWhenPageIdle = (work: () => void, withinMs: number): void => {
  // Not everywhere there is.
  if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: withinMs })
  else setTimeout(work)
}

/**
 * Waits until the page has loaded and then for so long fetched nothing, worked on nothing long and was not touched; at the latest for `withinMs`
 * after it has loaded.
 */
export async function waitForPageQuiet(quietMs: number, withinMs: number): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((pageLoaded) => addEventListener('load', pageLoaded, { once: true }))
  const inputEvents = ['pointerdown', 'keydown']
  await new Promise<void>((resolve) => {
    let quiet = setTimeout(end, quietMs)
    const timeout = setTimeout(end, withinMs)
    const restartQuietTimer = (): void => {
      clearTimeout(quiet)
      quiet = setTimeout(end, quietMs)
    }
    const observer = new PerformanceObserver(restartQuietTimer)
    // A browser that does not know one of these passes it over.
    for (const type of ['resource', 'longtask']) observer.observe({ type })
    for (const eventName of inputEvents) addEventListener(eventName, restartQuietTimer, true)
    function end(): void {
      clearTimeout(quiet)
      clearTimeout(timeout)
      observer.disconnect()
      for (const eventName of inputEvents) removeEventListener(eventName, restartQuietTimer, true)
      resolve()
    }
  })
}

// Not in every browser.
const scheduling = globalThis as { scheduler?: { yield?(): Promise<void> } }

/** Ends the task: what the person does comes through, then a frame, and only then what follows. */
export const yieldToNextTask = (): Promise<void> => scheduling.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
